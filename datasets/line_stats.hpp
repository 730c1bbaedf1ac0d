// Line statistics of a file from its blocks, which may be looked at in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace readmark::datasets {

/// What one block knows of the lines that cross it.
struct LineSummary {
  std::uint64_t newlines = 0;
  std::uint64_t carriage_returns = 0;
  std::uint64_t head = 0;     // bytes before the first newline; all of them if there is none
  std::uint64_t tail = 0;     // bytes after the last newline; 0 if there is none
  std::uint64_t longest = 0;  // of the lines that begin and end here, without "\n" or "\r\n"
  bool head_ends_in_cr = false;
  bool tail_ends_in_cr = false;
};
LineSummary summarize_lines(std::span<const std::byte> block) noexcept;

/// Joins summaries, which must come in the order of the file.
class LineTotals {
 public:
  void append(const LineSummary& block) noexcept;

  std::uint64_t newline_bytes() const noexcept { return newlines_; }
  std::uint64_t cr_bytes() const noexcept { return carriage_returns_; }
  /// An unterminated last line counts.
  std::uint64_t lines() const noexcept { return newlines_ + (open_ > 0 ? 1 : 0); }
  /// Without the line's ending. A '\r' that no '\n' follows is content.
  std::uint64_t longest_line() const noexcept { return longest_ > open_ ? longest_ : open_; }

 private:
  std::uint64_t newlines_ = 0;
  std::uint64_t carriage_returns_ = 0;
  std::uint64_t longest_ = 0;
  std::uint64_t open_ = 0;  // bytes since the last newline
  bool open_ends_in_cr_ = false;
};

}  // namespace readmark::datasets
