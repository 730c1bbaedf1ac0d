// The exponent of time against size: Theil-Sen within a round, the median over the rounds.
#include "stats/growth.hpp"

#include <cmath>
#include <map>
#include <set>

#include "stats/describe.hpp"
#include "stats/values.hpp"

namespace readmark::stats {
namespace {

double log_of(double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw std::invalid_argument("growth of a size or time that is not above 0");
  return std::log(value);
}

std::set<double> sizes_of(std::span<const Point> points) {
  std::set<double> sizes;
  for (const Point& point : points) sizes.insert(point.x);
  return sizes;
}

}  // namespace

std::optional<double> theil_sen_slope(std::span<const Point> points) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      if (points[i].x == points[j].x) continue;
      slopes.push_back((points[j].y - points[i].y) / (points[j].x - points[i].x));
    }
  }
  return slopes.empty() ? std::nullopt : std::optional(median(slopes));
}

std::optional<Growth> growth(std::span<const SizedTime> measurements) {
  std::map<std::int64_t, std::vector<Point>> rounds;
  std::vector<Point> all;
  for (const SizedTime& m : measurements) {
    all.push_back({log_of(m.bytes), log_of(m.time)});
    rounds[m.round].push_back(all.back());
  }
  const std::set<double> sizes = sizes_of(all);
  if (sizes.size() < kGrowthLeastSizes) return {};

  std::vector<double> exponents;
  for (const auto& [round, points] : rounds) {
    if (sizes_of(points) == sizes) exponents.push_back(*theil_sen_slope(points));
  }
  if (exponents.empty()) return {};
  return Growth{.exponent = median(exponents),
                .interval = median_interval(exponents),
                .sizes = sizes.size(),
                .rounds = exponents.size(),
                .least_bytes = std::round(std::exp(*sizes.begin())),
                .most_bytes = std::round(std::exp(*sizes.rbegin()))};
}

}  // namespace readmark::stats
