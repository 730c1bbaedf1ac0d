#include "datasets/line_stats.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace readmark::datasets {
namespace {

struct Lines {
  std::uint64_t lines, newlines, returns, longest;
  bool operator==(const Lines&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Lines& l) {
  return out << l.lines << " lines, " << l.newlines << " \\n, " << l.returns << " \\r, longest "
             << l.longest;
}

Lines count_in_pieces(std::string_view text, std::size_t piece) {
  LineTotals totals;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    totals.append(summarize_lines(std::as_bytes(std::span(text.substr(at, piece)))));
  }
  return {totals.lines(), totals.newline_bytes(), totals.cr_bytes(), totals.longest_line()};
}

struct Example {
  std::string_view text;
  Lines expected;
};

// However the text is cut, the answer is the same: a "\r\n" and a line may lie across any number of
// blocks.
TEST(LineStats, AreTheSameHoweverTheFileIsCut) {
  const Example examples[] = {
      {"", {0, 0, 0, 0}},
      {"\n", {1, 1, 0, 0}},
      {"abc", {1, 0, 0, 3}},
      {"abc\n", {1, 1, 0, 3}},
      {"a\nbcde\nfg\n", {3, 3, 0, 4}},
      {"a\nbc\ndefgh", {3, 2, 0, 5}},
      {"abc\r\nde\r\n", {2, 2, 2, 3}},
      {"\r\n\r\n", {2, 2, 2, 0}},
      {"ab\rcd\n", {1, 1, 1, 5}},
      {"abc\r", {1, 0, 1, 4}},
      {"a\r\r\n", {1, 1, 2, 2}},
      {"\n\n\nlong enough\n\n", {5, 5, 0, 11}},
  };
  for (const Example& example : examples) {
    for (std::size_t piece = 1; piece <= example.text.size() + 1; ++piece) {
      EXPECT_EQ(count_in_pieces(example.text, piece), example.expected)
          << "\"" << example.text << "\" in pieces of " << piece;
    }
  }
}

}  // namespace
}  // namespace readmark::datasets
