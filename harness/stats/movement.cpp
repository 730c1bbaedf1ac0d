// Did a canary move?
#include "stats/movement.hpp"

#include <cmath>
#include <stdexcept>

#include "stats/describe.hpp"

namespace readmark::stats {
namespace {

constexpr double kStandardErrors = 3;

// Of a median, by the scatter of its values: 1.4826 MAD estimates a normal's sigma, and the
// median's error is sqrt(pi / 2) sigma / sqrt(n).
double squared_relative_error(std::span<const double> values) {
  const double sigma = 1.4826 * median_absolute_deviation(values) / median(values);
  return 1.570796 * sigma * sigma / static_cast<double>(values.size());
}

}  // namespace

std::optional<Movement> movement(std::span<const double> times) {
  for (const double time : times) {
    if (!(time > 0)) throw std::invalid_argument("a canary's time that is not above 0");
  }
  if (times.size() < kCanaryLeastRounds) return {};
  const auto first = times.first(times.size() / 2);  // an odd middle round counts to neither half
  const auto second = times.last(times.size() / 2);

  Movement result;
  result.shift = median(second) / median(first) - 1;
  result.spread = (quantile(times, 0.75) - quantile(times, 0.25)) / median(times);
  const double error = std::sqrt(squared_relative_error(first) + squared_relative_error(second));
  // On the logarithm, so that twice as slow and twice as fast count alike.
  const double distance = std::abs(std::log1p(result.shift));
  result.shifted = distance > std::log1p(kCanaryShift) && distance > kStandardErrors * error;
  result.scattered = result.spread > kCanarySpread;
  return result;
}

}  // namespace readmark::stats
