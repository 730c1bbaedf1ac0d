// Controls, ceilings and canaries of a profile. Which is which, the strategies say themselves: by
// their role, and by the knobs they have ("mem": over memory, "block": over a device; ceilings with
// neither are unit costs, what one operation takes at best).
#include "benchmarks/extra_cases.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "benchmarks/cases.hpp"
#include "core/units.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

using protocol::CaseLine;

/// The device's best may be at any of these; the best of them all is the ceiling.
constexpr std::pair<std::string_view, unsigned> kDeviceLoads[] = {
    {"256KiB", 1}, {"256KiB", 4}, {"1MiB", 1}, {"1MiB", 4}, {"8MiB", 2}};

/// Large enough for steady figures, small enough to cost milliseconds each round.
constexpr std::uint64_t kMostCanaryBytes = 256 * MiB;  // also of a unit cost

class ExtraCases {
 public:
  ExtraCases(const Profile& profile, std::span<const Dataset> data) : profile_(profile) {
    for (const Dataset& dataset : data) by_size_.push_back(&dataset);
    std::ranges::stable_sort(by_size_, {}, &Dataset::bytes);
  }

  std::vector<CaseLine> run(const StrategyTable& table) {
    for (const StrategyRow& row : table.rows()) {
      if (row.make != nullptr) add(row, row.make());
    }
    return std::move(lines_);
  }

 private:
  void add(const StrategyRow& row, const Strategy& strategy) {
    switch (strategy.role()) {
      case Role::subject:
        break;
      case Role::control:
        add_control(row, strategy);
        break;
      case Role::ceiling:
        if (has_knob(strategy, "mem")) {
          add_memory_ceilings(row, strategy);
        } else if (has_knob(strategy, "block")) {
          add_device_ceilings(row, strategy);
        } else if (profile_.unit_costs) {
          add_at_default(row, strategy);
        }
        break;
      case Role::canary:
        add_at_default(row, strategy);
        break;
    }
  }

  /// Once, on the smallest file: what it shows does not depend on the size.
  void add_control(const StrategyRow& row, const Strategy& strategy) {
    const bool wanted = std::ranges::any_of(
        profile_.cells, [&](const Cell& cell) { return cell.workload == row.workload; });
    if (!wanted || by_size_.empty()) return;
    const Cache cache = asks_for(Cache::warm) ? Cache::warm : profile_.cells.front().caches.front();
    lines_.push_back(case_line(row, *by_size_.front(), complete(strategy.knobs(), {}, row.name),
                               cache, Use::touch));
  }

  void add_memory_ceilings(const StrategyRow& row, const Strategy& strategy) {
    std::set<std::uint64_t> sizes;
    for (const Dataset* dataset : by_size_) sizes.insert(memory_ceiling_bytes(dataset->bytes));
    for (const std::uint64_t size : sizes) {
      for (const unsigned threads : std::set<unsigned>{1, os::cpu_count()}) {
        Knobs knobs;
        knobs.set("mem", format_size(size));
        knobs.set("threads", fmt::format("{}", threads));
        lines_.push_back(case_line(row, no_data(), complete(strategy.knobs(), knobs, row.name),
                                   Cache::as_found, Use::none));
      }
    }
  }

  /// On the largest file: the longer the pass, the closer to what the device can do.
  void add_device_ceilings(const StrategyRow& row, const Strategy& strategy) {
    if (!asks_for(Cache::cold) || by_size_.empty()) return;
    for (const auto& [block, threads] : kDeviceLoads) {
      Knobs knobs;
      knobs.set("block", std::string(block));
      knobs.set("threads", fmt::format("{}", threads));
      lines_.push_back(case_line(row, *by_size_.back(), complete(strategy.knobs(), knobs, row.name),
                                 Cache::cold, Use::none));
    }
  }

  /// Canaries and unit costs: without data, or warm on the largest file that is not too large.
  void add_at_default(const StrategyRow& row, const Strategy& strategy) {
    const Knobs knobs = complete(strategy.knobs(), {}, row.name);
    const Cache cache = strategy.caches(knobs).front();
    if (cache == Cache::as_found) {
      lines_.push_back(case_line(row, no_data(), knobs, cache, Use::none));
      return;
    }
    if (by_size_.empty()) return;
    const auto fits = [](const Dataset* d) { return d->bytes <= kMostCanaryBytes; };
    const auto largest = std::find_if(by_size_.rbegin(), by_size_.rend(), fits);
    const Dataset& dataset = largest == by_size_.rend() ? *by_size_.front() : **largest;
    lines_.push_back(case_line(row, dataset, knobs, cache, Use::none));
  }

  bool asks_for(Cache cache) const {
    return std::ranges::any_of(profile_.cells, [&](const Cell& cell) {
      return std::find(cell.caches.begin(), cell.caches.end(), cache) != cell.caches.end();
    });
  }

  static bool has_knob(const Strategy& strategy, std::string_view key) {
    return std::ranges::any_of(strategy.knobs(),
                               [&](const KnobSpec& spec) { return spec.key == key; });
  }

  const Profile& profile_;
  std::vector<const Dataset*> by_size_;
  std::vector<CaseLine> lines_;
};

}  // namespace

std::vector<CaseLine> extra_cases(const Profile& profile, std::span<const Dataset> data,
                                  const StrategyTable& table) {
  return ExtraCases(profile, data).run(table);
}

}  // namespace readmark
