// Describes one set of values: where its middle is, how far it spreads, what lies outside.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/median_interval.hpp"
#include "stats/version.hpp"

namespace readmark::stats {

// Every function takes the values in any order, and throws std::invalid_argument when there are
// none or when one is not finite: a missing value is left out by the caller, it is never a NaN or a
// 0.

double median(std::span<const double> values);

/// The p-quantile (0..1) by linear interpolation between order statistics, position 1 + (n - 1) p:
/// type 7 of Hyndman and Fan (1996), what R and NumPy do by default.
double quantile(std::span<const double> values, double p);

/// Median of the distances from the median, not scaled.
double median_absolute_deviation(std::span<const double> values);

/// How many values have a modified z-score above kOutlierCut: 0.6745 |x - median| / MAD, after
/// Iglewicz and Hoaglin (1993). Where the MAD is 0, because most values tie, the mean distance from
/// the median takes its place with their factor 1.253314. Outliers are counted, never dropped.
inline constexpr double kOutlierCut = 3.5;
std::size_t count_outliers(std::span<const double> values);

struct Summary {
  std::size_t n = 0;
  double median = 0;
  std::optional<Interval> interval;  // of the median; none below six values
  double mad = 0;
  double min = 0;
  double max = 0;
  double mean = 0;
  std::optional<double> sd;  // divided by n - 1; none for a single value
  std::size_t outliers = 0;
};
Summary summarise(std::span<const double> values);

/// Half the interval's width over the median: 0.05 is "plus or minus 5 %". None without an
/// interval, or where the median is 0 and the interval is not a point.
std::optional<double> relative_half_width(const Summary& summary);

/// The stopping rule: measured well enough when the half-width is at most `target` (0.05 = 5 %).
/// Looks at the width only, never at a difference, so that stopping early favours no side. A target
/// of 0 or less never stops.
bool narrow_enough(const Summary& summary, double target);

}  // namespace readmark::stats
