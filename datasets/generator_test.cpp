#include "datasets/generator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/datasets.hpp"
#include "datasets/store_bytes.hpp"

namespace readmark::datasets {
namespace {

std::string whole(const Spec& spec) {
  Generator generator(spec);
  std::string text;
  for (std::uint64_t index = 0; index < block_count(spec.bytes); ++index) {
    const auto block = generator.make(index);
    text.append(reinterpret_cast<const char*>(block.data()), block.size());
  }
  return text;
}

std::string whole(const char* name) { return whole(entry(name).spec); }

TEST(StoreBytes, HexDigitsAreThoseOfTheNumberFromTheLowestByte) {
  char text[8];
  store_hex8(text, 0x01234567);
  EXPECT_EQ(std::string(text, 8), "76543210");
  store_hex8(text, 0x89ABCDEF);
  EXPECT_EQ(std::string(text, 8), "fedcba98");
}

TEST(Generator, MakesABlockWithoutThoseBeforeIt) {
  const Spec& spec = entry("10k").spec;
  const std::string all = whole(spec);
  Generator fresh(spec);
  for (const std::uint64_t index : {3u, 1u, 0u, 2u}) {
    const auto block = fresh.make(index);
    const std::string_view text(reinterpret_cast<const char*>(block.data()), block.size());
    EXPECT_EQ(text, std::string_view(all).substr(index * kDigestBlock, kDigestBlock)) << index;
  }
  EXPECT_THROW(fresh.make(4), RuntimeError);
}

TEST(Generator, LogLinesAreMostlyLongWithShorterOnesAmongThem) {
  std::vector<std::size_t> lengths;
  for (const std::string& line : split(whole("10k"), '\n')) lengths.push_back(line.size());
  ASSERT_EQ(lengths.back(), 0u) << "the file ends in a newline";
  lengths.pop_back();
  ASSERT_EQ(lengths.size(), 10'000u);
  const auto is_long = [](std::size_t n) { return n >= 300 && n <= 500; };
  const auto is_short = [](std::size_t n) { return n >= 80 && n <= 200; };
  const auto count_long = std::count_if(lengths.begin(), lengths.end(), is_long);
  const auto count_short = std::count_if(lengths.begin(), lengths.end(), is_short);
  EXPECT_EQ(count_long + count_short, 10'000);
  EXPECT_GT(count_long, 7'500);
  EXPECT_GT(count_short, 1'500);
}

TEST(Generator, EveryLineBeginsWithATimestampAndTheyRise) {
  std::string last;
  std::size_t lines = 0;
  for (const std::string& line : split(whole("2k"), '\n')) {
    if (line.empty()) continue;
    const std::string time = line.substr(0, 27);
    EXPECT_THAT(time, testing::StartsWith("2026-01-05T00:00:0"));
    EXPECT_EQ(time.back(), 'Z') << line;
    EXPECT_LT(last, time);
    last = time;
    ++lines;
  }
  EXPECT_EQ(lines, 2'000u);
}

TEST(Generator, AsciiLogsAreAsciiWithoutControlCharacters) {
  for (const char c : whole("2k")) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << int{c};
}

TEST(Generator, CrlfLogsHaveNoNewlineWithoutItsReturn) {
  const std::string text = whole("40k_crlf");
  std::size_t pairs = 0;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    ASSERT_EQ(text[at - 1], '\r');
    ++pairs;
  }
  EXPECT_EQ(pairs, 40'000u);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 40'000);
}

/// Sequences of each length, by index; empty if any is malformed, cut or overlong.
std::array<std::size_t, 5> utf8_sequences(std::string_view text) {
  std::array<std::size_t, 5> found{};
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || text.size() < length) return {};
    for (std::size_t i = 1; i < length; ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return {};
    }
    ++found[length];
    text.remove_prefix(length);
  }
  return found;
}

TEST(Generator, Utf8LogsHoldSequencesOfEveryLengthInEveryBlockAndNoneIsCut) {
  const Spec& spec = entry("40k_utf8").spec;
  Generator generator(spec);
  for (std::uint64_t index = 0; index < block_count(spec.bytes); ++index) {
    const auto block = generator.make(index);
    const auto found = utf8_sequences({reinterpret_cast<const char*>(block.data()), block.size()});
    for (const std::size_t length : {1u, 2u, 3u, 4u}) {
      EXPECT_GT(found[length], 100u) << "of length " << length << " in block " << index;
    }
  }
}

TEST(Generator, RandomBytesAreAllMetAboutEquallyOften) {
  Generator generator(entry("150mb_random").spec);
  std::array<std::size_t, 256> count{};
  for (const std::byte byte : generator.make(5)) ++count[std::to_integer<std::size_t>(byte)];
  const auto [least, most] = std::minmax_element(count.begin(), count.end());
  EXPECT_GT(*least, 3'700u);  // 4096 +- 6 standard deviations
  EXPECT_LT(*most, 4'500u);
}

TEST(Generator, ASpecWhoseLinesDoNotFitIsRefused) {
  Spec spec;
  spec.bytes = 100'000;
  spec.lines = 10;
  EXPECT_THROW(Generator(spec).make(0), RuntimeError) << "lines would be too long";
  spec.lines = 5'000;
  EXPECT_THROW(Generator(spec).make(0), RuntimeError) << "lines would be too short";
  spec.lines = 200'000;
  EXPECT_THROW(Generator(spec).make(0), RuntimeError) << "more lines than bytes";
}

}  // namespace
}  // namespace readmark::datasets
