// Line statistics by memchr, which every C library has vectorised.
#include "datasets/line_stats.hpp"

#include <algorithm>
#include <cstring>

namespace readmark::datasets {
namespace {

const char* find(const char* from, const char* end, char wanted) noexcept {
  return static_cast<const char*>(std::memchr(from, wanted, static_cast<std::size_t>(end - from)));
}

std::uint64_t count(const char* from, const char* end, char wanted) noexcept {
  std::uint64_t found = 0;
  while (from != end) {
    const char* const hit = find(from, end, wanted);
    if (hit == nullptr) break;
    ++found;
    from = hit + 1;
  }
  return found;
}

bool ends_in_cr(const char* from, const char* end) noexcept {
  return from != end && end[-1] == '\r';
}

std::uint64_t length(const char* from, const char* end) noexcept {
  return static_cast<std::uint64_t>(end - from);
}

}  // namespace

LineSummary summarize_lines(std::span<const std::byte> block) noexcept {
  LineSummary summary;
  if (block.empty()) return summary;
  const char* line = reinterpret_cast<const char*>(block.data());
  const char* const end = line + block.size();
  summary.carriage_returns = count(line, end, '\r');
  const char* newline = find(line, end, '\n');
  const char* const head_end = newline == nullptr ? end : newline;
  summary.head = length(line, head_end);
  summary.head_ends_in_cr = ends_in_cr(line, head_end);
  while (newline != nullptr) {
    ++summary.newlines;
    line = newline + 1;
    newline = line == end ? nullptr : find(line, end, '\n');
    if (newline == nullptr) {
      summary.tail = length(line, end);
      summary.tail_ends_in_cr = ends_in_cr(line, end);
    } else {
      const std::uint64_t content = length(line, newline) - (ends_in_cr(line, newline) ? 1 : 0);
      summary.longest = std::max(summary.longest, content);
    }
  }
  return summary;
}

void LineTotals::append(const LineSummary& block) noexcept {
  carriage_returns_ += block.carriage_returns;
  newlines_ += block.newlines;
  open_ += block.head;
  if (block.head > 0) open_ends_in_cr_ = block.head_ends_in_cr;
  if (block.newlines == 0) return;
  longest_ = std::max({longest_, block.longest, open_ - (open_ends_in_cr_ ? 1 : 0)});
  open_ = block.tail;
  open_ends_in_cr_ = block.tail_ends_in_cr;
}

}  // namespace readmark::datasets
