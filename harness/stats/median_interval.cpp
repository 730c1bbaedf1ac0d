// Ranks from the binomial distribution with p = 1/2.
#include "stats/median_interval.hpp"

#include <cmath>
#include <numbers>

#include "stats/values.hpp"

namespace readmark::stats {

std::optional<Ranks> median_ranks(std::size_t n, double least_level) {
  if (n == 0) return {};
  const auto count = static_cast<double>(n);
  // P(heads = k), in logarithms: 2^-n is below the smallest double from n = 1075 on.
  double log_term = -count * std::numbers::ln2;
  double tail = 0;  // P(heads < low)
  std::optional<Ranks> best;
  for (std::size_t low = 1; 2 * low < n + 1; ++low) {
    tail += std::exp(log_term);
    const double level = 1 - 2 * tail;
    if (level < least_level) break;
    best = Ranks{low, n + 1 - low, level};
    const auto k = static_cast<double>(low);
    log_term += std::log((count - k + 1) / k);
  }
  return best;
}

std::optional<Interval> median_interval(std::span<const double> values, double least_level) {
  const std::vector<double> sorted = sorted_finite(values);
  const auto ranks = median_ranks(sorted.size(), least_level);
  if (!ranks) return {};
  return Interval{sorted[ranks->low - 1], sorted[ranks->high - 1], ranks->level};
}

}  // namespace readmark::stats
