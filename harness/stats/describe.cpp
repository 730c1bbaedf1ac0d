// Describes one set of values.
#include "stats/describe.hpp"

#include <cmath>
#include <stdexcept>

#include "stats/values.hpp"

namespace readmark::stats {
namespace {

constexpr double kMadToSigma = 0.6745;             // 0.75-quantile of the standard normal
constexpr double kMeanDistanceToSigma = 1.253314;  // sqrt(pi / 2)

// Weighted so that neither the sum of two huge values nor their difference can overflow.
double between(double low, double high, double share) { return low * (1 - share) + high * share; }

double quantile_of_sorted(const std::vector<double>& sorted, double p) {
  const double position = static_cast<double>(sorted.size() - 1) * p;
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  if (sorted[below] == sorted[below + 1]) return sorted[below];
  return between(sorted[below], sorted[below + 1], position - static_cast<double>(below));
}

std::vector<double> distances_from(std::span<const double> values, double middle) {
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return distances;
}

double mean_of(std::span<const double> values) {
  // Running mean: a sum of many large values would lose digits or overflow.
  double mean = 0;
  double n = 0;
  for (const double value : values) mean += (value - mean) / ++n;
  return mean;
}

std::optional<double> standard_deviation(std::span<const double> values, double mean) {
  if (values.size() < 2) return {};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace

double median(std::span<const double> values) { return quantile(values, 0.5); }

double quantile(std::span<const double> values, double p) {
  require_some(values);
  if (!(p >= 0 && p <= 1)) throw std::invalid_argument("a quantile outside 0..1");
  return quantile_of_sorted(sorted_finite(values), p);
}

double median_absolute_deviation(std::span<const double> values) {
  return median(distances_from(values, median(values)));
}

std::size_t count_outliers(std::span<const double> values) {
  const std::vector<double> distances = distances_from(values, median(values));
  const double mad = median(distances);
  const double scale = mad > 0 ? mad / kMadToSigma : mean_of(distances) * kMeanDistanceToSigma;
  if (!(scale > 0)) return 0;  // all alike
  return static_cast<std::size_t>(
      std::count_if(distances.begin(), distances.end(),
                    [&](double distance) { return distance / scale > kOutlierCut; }));
}

Summary summarise(std::span<const double> values) {
  require_some(values);
  const std::vector<double> sorted = sorted_finite(values);
  Summary summary;
  summary.n = sorted.size();
  summary.median = quantile_of_sorted(sorted, 0.5);
  summary.interval = median_interval(sorted);
  summary.mad = median_absolute_deviation(sorted);
  summary.min = sorted.front();
  summary.max = sorted.back();
  summary.mean = mean_of(sorted);
  summary.sd = standard_deviation(sorted, summary.mean);
  summary.outliers = count_outliers(sorted);
  return summary;
}

std::optional<double> relative_half_width(const Summary& summary) {
  if (!summary.interval) return {};
  const double half_width = (summary.interval->high - summary.interval->low) / 2;
  if (half_width == 0) return 0.0;
  if (summary.median == 0) return {};
  return half_width / std::abs(summary.median);
}

bool narrow_enough(const Summary& summary, double target) {
  const auto width = relative_half_width(summary);
  return target > 0 && width && *width <= target;
}

}  // namespace readmark::stats
