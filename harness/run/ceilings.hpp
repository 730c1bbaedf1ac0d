// What this machine can do at best, by the ceilings measured in the same run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/case.hpp"

namespace readmark::run {

/// The figures of one ceiling case in a run. What has neither the knob "mem" nor "block" is a unit
/// cost, and bounds nothing.
struct CeilingCase {
  Case bench_case;
  std::vector<double> gb_per_s;  // one per ok measurement
};

class Ceilings {
 public:
  explicit Ceilings(const std::vector<CeilingCase>& cases);

  /// GB/s to hold a case on a file of `bytes` against: warm and as found against memory at that
  /// size, or the next smaller size measured (the best median); cold against the device (the best
  /// upper quartile). Empty if none was measured.
  std::optional<double> of(Cache cache, std::uint64_t bytes) const;

 private:
  std::map<std::uint64_t, double> memory_;  // by size
  std::optional<double> device_;
};

}  // namespace readmark::run
