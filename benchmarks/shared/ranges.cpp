// Splitting a file between threads.
#include "benchmarks/shared/ranges.hpp"

#include <algorithm>

namespace readmark {

Range part_of(std::uint64_t bytes, unsigned index, unsigned count, std::uint64_t unit) noexcept {
  const std::uint64_t units = bytes / unit + (bytes % unit != 0 ? 1 : 0);
  const std::uint64_t each = units / count;
  const std::uint64_t larger_parts = units % count;
  const auto begin_of = [&](std::uint64_t part) {
    const std::uint64_t before = part * each + std::min(part, larger_parts);
    return before >= units ? bytes : before * unit;
  };
  return {begin_of(index), begin_of(std::uint64_t{index} + 1)};
}

}  // namespace readmark
