// Splitting a file between threads.
#pragma once

#include <cstdint>

namespace readmark {

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Part `index` of `count` contiguous parts of [0, bytes) that begin at multiples of `unit`. The
/// parts differ by at most one unit; with fewer units than parts the last ones are empty.
Range part_of(std::uint64_t bytes, unsigned index, unsigned count, std::uint64_t unit) noexcept;

}  // namespace readmark
