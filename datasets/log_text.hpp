// Log lines: a timestamp, a level, a component, a message, key=value pairs and a hexadecimal trace.
#pragma once

#include <cstdint>
#include <vector>

#include "datasets/log_words.hpp"
#include "datasets/random.hpp"

namespace readmark::datasets {

class LogText {
 public:
  LogText(bool crlf, bool utf8);

  /// Writes exactly `lines` lines in exactly `bytes` bytes, the first of which is line `first` of
  /// the file, and up to kStoreSlack bytes more. Throws RuntimeError when that cannot be.
  void make(Random random, std::uint64_t first, std::uint64_t lines, std::uint64_t bytes,
            char* out);

 private:
  void draw_lengths(Random& random, std::uint64_t lines, std::uint64_t content_bytes);
  char* timestamp(std::uint64_t microseconds, char* out) noexcept;
  char* line(Random& random, std::uint64_t microseconds, std::uint64_t length, char* out) noexcept;

  const LogWords words_;
  const bool crlf_;
  std::vector<std::uint32_t> lengths_;  // of the lines of this block, without their endings
  char second_text_[20] = {};           // "2026-01-05T00:00:00."
  std::uint64_t second_ = ~std::uint64_t{0};
};

}  // namespace readmark::datasets
