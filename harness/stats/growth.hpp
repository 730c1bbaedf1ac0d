// Growth: how the time of one way of reading grows with the size of the file, as an exponent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "stats/median_interval.hpp"

namespace readmark::stats {

struct Point {
  double x = 0;
  double y = 0;
};

/// The median of the slopes between all pairs of points that differ in x (Theil 1950, Sen 1968): up
/// to 29 % of the points may be anywhere without carrying it away, and the sizes at the ends weigh
/// no more than others, as they do in least squares. None if no two points differ in x. Throws
/// std::invalid_argument for a value that is not finite.
std::optional<double> theil_sen_slope(std::span<const Point> points);

/// One measurement of a family of cases that differ in nothing but the file.
struct SizedTime {
  std::int64_t round = 0;
  double bytes = 0;
  double time = 0;
};

/// Two sizes always lie on a line, whatever the law.
inline constexpr std::size_t kGrowthLeastSizes = 3;

/// An exponent whose whole interval is above this is more than in proportion to the size.
inline constexpr double kGrowthLimit = 1.1;

struct Growth {
  double exponent = 0;  // b of time ~ bytes^b, the median over rounds
  std::optional<Interval> interval;
  std::size_t sizes = 0;
  std::size_t rounds =
      0;  // those that have every size: the others would be slopes of another thing
  double least_bytes = 0, most_bytes = 0;

  bool too_steep() const { return interval && interval->low > kGrowthLimit; }
};

/// Within each round the slope of log time against log size by theil_sen_slope(); over the rounds
/// its median, with the interval that assumes no distribution (median_interval: six rounds at
/// least). The round is the unit, as in every statistic here, because what disturbs the machine
/// disturbs all sizes of a round. None below kGrowthLeastSizes sizes or without a round that has
/// them all. Throws std::invalid_argument for a size or time that is not finite and above 0.
std::optional<Growth> growth(std::span<const SizedTime> measurements);

}  // namespace readmark::stats
