// Ceilings from the measured cases: told apart by their knobs and cache state, never by name.
#include "run/ceilings.hpp"

#include <algorithm>

#include "stats/describe.hpp"

namespace readmark::run {

Ceilings::Ceilings(const std::vector<CeilingCase>& cases) {
  for (const CeilingCase& ceiling : cases) {
    if (ceiling.gb_per_s.empty()) continue;
    if (ceiling.bench_case.knobs.has("mem")) {
      double& best = memory_[ceiling.bench_case.knobs.size("mem")];
      best = std::max(best, stats::median(ceiling.gb_per_s));
    } else if (ceiling.bench_case.knobs.has("block")) {
      device_ = std::max(device_.value_or(0), stats::quantile(ceiling.gb_per_s, 0.75));
    }
  }
}

std::optional<double> Ceilings::of(Cache cache, std::uint64_t bytes) const {
  if (cache == Cache::cold) return device_;
  const auto above = memory_.upper_bound(bytes);
  return above == memory_.begin() ? std::nullopt : std::optional(std::prev(above)->second);
}

}  // namespace readmark::run
