// Did a thing that should stand still (a canary) move during a run?
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace readmark::stats {

/// A canary moved if either holds. Both are about the machine, not about chance, hence fixed.
/// - shift: the medians of the first and the second half of the rounds differ by more than
/// kCanaryShift, and
///   by more than three standard errors of that difference as its own scatter within the halves
///   tells;
/// - spread: the middle half of all rounds is wider than kCanarySpread of the median: a machine
/// that was
///   disturbed for a while, or that alternates between two states.
inline constexpr double kCanaryShift = 0.05;
inline constexpr double kCanarySpread = 0.20;
inline constexpr std::size_t kCanaryLeastRounds = 6;

struct Movement {
  double shift = 0;   // second half over first half, minus 1: 0.1 = 10 % slower
  double spread = 0;  // interquartile range over median
  bool shifted = false;
  bool scattered = false;
  bool moved() const { return shifted || scattered; }
};

/// `times` in the order of the rounds, all above 0 (throws std::invalid_argument if not). None
/// below kCanaryLeastRounds: too few to tell.
std::optional<Movement> movement(std::span<const double> times);

}  // namespace readmark::stats
