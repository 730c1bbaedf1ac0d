// Entries to families, and how each grows.
#include "run/families.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/text.hpp"
#include "core/units.hpp"
#include "stats/growth.hpp"
#include "stats/version.hpp"

namespace readmark::run {
namespace {

constexpr std::size_t kDataSegment = 2;  // workload/strategy/data

// The case's name without what the family's entries differ in.
std::string family_name(const Case& bench_case) {
  std::vector<std::string> segments;
  for (std::string& segment : split(bench_case.name, '/')) {
    if (segments.size() == kDataSegment) segment.assign(1, '*');
    if (!segment.starts_with("mem:")) segments.push_back(std::move(segment));
  }
  return join(segments, "/");
}

bool has_a_size(const store::PlanEntry& planned) {
  if (planned.entry.role == Role::ceiling) return planned.bench_case.knobs.has("mem");
  return planned.entry.role == Role::subject && planned.dataset && planned.dataset->bytes > 0;
}

store::GrowthRow description(const store::PlanEntry& planned, std::string name) {
  const Case& bench_case = planned.bench_case;
  store::GrowthRow row;
  row.run_id = planned.entry.run_id;
  row.name = std::move(name);
  row.workload = bench_case.workload;
  row.strategy = bench_case.strategy;
  for (const auto& [key, value] : bench_case.knobs.values()) {
    if (key != "mem") row.knobs.set(key, value);
  }
  row.cache = bench_case.cache;
  row.use = bench_case.use;
  row.role = planned.entry.role;
  return row;
}

void add_figures(store::GrowthRow& row, const stats::Growth& growth) {
  row.sizes = static_cast<std::int64_t>(growth.sizes);
  row.least_bytes = static_cast<std::uint64_t>(growth.least_bytes);
  row.most_bytes = static_cast<std::uint64_t>(growth.most_bytes);
  row.rounds = static_cast<std::int64_t>(growth.rounds);
  row.exponent = growth.exponent;
  row.flagged = row.role == Role::subject && growth.too_steep();
  row.stats_version = stats::kStatsVersion;
  if (!growth.interval) return;
  row.ci_low = growth.interval->low;
  row.ci_high = growth.interval->high;
  row.ci_level = growth.interval->level;
}

void add_measurements(std::vector<stats::SizedTime>& all,
                      const std::vector<store::MeasurementRow>& rows) {
  for (const store::MeasurementRow& row : rows) {
    if (!row.round || !row.bytes || *row.bytes == 0 || row.time_ns.value_or(0) <= 0) continue;
    all.push_back({*row.round, static_cast<double>(*row.bytes), static_cast<double>(*row.time_ns)});
  }
}

}  // namespace

std::vector<Family> families(const std::vector<store::PlanEntry>& plan, const OkRows& ok) {
  std::vector<Family> found;
  std::vector<std::vector<stats::SizedTime>> measurements;
  std::map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (!has_a_size(plan[i])) continue;
    const std::string name = family_name(plan[i].bench_case);
    const auto [at, is_new] = by_name.try_emplace(name, found.size());
    if (is_new) {
      found.push_back({description(plan[i], name), {}});
      measurements.emplace_back();
    }
    found[at->second].ordinals.push_back(plan[i].entry.ordinal);
    add_measurements(measurements[at->second], ok(i));
  }
  std::vector<Family> with_growth;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto growth = stats::growth(measurements[i]);
    if (!growth) continue;
    add_figures(found[i].growth, *growth);
    with_growth.push_back(std::move(found[i]));
  }
  return with_growth;
}

std::string growth_sentence(const store::GrowthRow& growth, const std::vector<Family>& families) {
  std::optional<double> memory;
  for (const Family& family : families) {
    if (family.growth.role == Role::ceiling)
      memory = std::max(memory.value_or(0), family.growth.exponent);
  }
  std::string sentence = fmt::format(
      "time grows as size^{:.2f} ({:.2f} to {:.2f}) over {} sizes from {} to {}: more than in "
      "proportion",
      growth.exponent, *growth.ci_low, *growth.ci_high, growth.sizes,
      human_bytes(growth.least_bytes), human_bytes(growth.most_bytes));
  if (memory) {
    sentence += fmt::format(
        "; memory alone grows as size^{:.2f} at most here, because large data fits no cache",
        *memory);
  }
  return sentence;
}

}  // namespace readmark::run
