// What the functions of this folder demand of their input.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

namespace readmark::stats {

/// The values in ascending order. Throws std::invalid_argument when one is not finite.
inline std::vector<double> sorted_finite(std::span<const double> values) {
  for (const double value : values) {
    if (!std::isfinite(value))
      throw std::invalid_argument("statistics of a value that is not finite");
  }
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

inline void require_some(std::span<const double> values) {
  if (values.empty()) throw std::invalid_argument("statistics of no values");
}

}  // namespace readmark::stats
