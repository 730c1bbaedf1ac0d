// The interval of a median that assumes nothing about the distribution: two order statistics.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace readmark::stats {

inline constexpr double kLevel = 0.95;

/// Ranks from 1: the interval runs from the low-th to the high-th smallest value.
struct Ranks {
  std::size_t low = 0;
  std::size_t high = 0;
  double level = 0;  // exact for continuous values, "at least" where values tie
};

/// The narrowest symmetric pair of ranks whose level is at least `least_level`: the median of the
/// population lies outside only if low - 1 or fewer of n fair coins fall heads, or tails (sign
/// test). None if even the extremes do not reach it, as below six values for 95 %.
std::optional<Ranks> median_ranks(std::size_t n, double least_level = kLevel);

struct Interval {
  double low = 0;
  double high = 0;
  double level = 0;
};
/// Throws std::invalid_argument for a value that is not finite. None where there are no ranks.
std::optional<Interval> median_interval(std::span<const double> values,
                                        double least_level = kLevel);

}  // namespace readmark::stats
