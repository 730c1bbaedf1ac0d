#include "core/units.hpp"

#include <gtest/gtest.h>

namespace readmark {
namespace {

TEST(Units, ReadsBinaryShortFormsAsFioAndDdDo) {
  EXPECT_EQ(parse_size("64k"), 65536u);
  EXPECT_EQ(parse_size("64K"), 65536u);
  EXPECT_EQ(parse_size("64KiB"), 65536u);
  EXPECT_EQ(parse_size("1M"), 1048576u);
  EXPECT_EQ(parse_size("4096"), 4096u);
  EXPECT_EQ(parse_size("7B"), 7u);
}

TEST(Units, ReadsDecimalFormsWithB) {
  EXPECT_EQ(parse_size("150MB"), 150'000'000u);
  EXPECT_EQ(parse_size("630kB"), 630'000u);
  EXPECT_EQ(parse_size("5GB"), 5'000'000'000u);
}

TEST(Units, RefusesWhatIsNotASize) {
  for (const char* text : {"", "k", "-1", "1.5k", "64 k", "64kk", "0x10", "18446744073709551616",
                           "18446744073709551615k"}) {
    EXPECT_FALSE(parse_size(text)) << text;
  }
}

TEST(Units, WritesSizesExactlyAndReadsThemBack) {
  EXPECT_EQ(format_size(262144), "256KiB");
  EXPECT_EQ(format_size(150'000'000), "150MB");
  EXPECT_EQ(format_size(641238), "641238B");
  EXPECT_EQ(format_size(0), "0B");
  for (const std::uint64_t bytes : {0ull, 1ull, 999ull, 1000ull, 1024ull, 4097ull, 1'000'000ull,
                                    1048576ull, 5'000'000'000ull, ~0ull}) {
    EXPECT_EQ(parse_size(format_size(bytes)), bytes);
  }
}

TEST(Units, ReadsDurations) {
  EXPECT_EQ(parse_duration("90s"), 90'000'000'000);
  EXPECT_EQ(parse_duration("1.5s"), 1'500'000'000);
  EXPECT_EQ(parse_duration("2m"), 120'000'000'000);
  EXPECT_EQ(parse_duration("3"), 3'000'000'000);
  EXPECT_EQ(parse_duration("250ms"), 250'000'000);
  for (const char* text : {"", "s", "-1s", "1d", "1..5s", "1e9h", "99999999999h", "nan"})
    EXPECT_FALSE(parse_duration(text)) << text;
}

TEST(Units, WritesDurationsWithThreeDigits) {
  EXPECT_EQ(human_duration(5), "5 ns");
  EXPECT_EQ(human_duration(1'254'000), "1.25 ms");
  EXPECT_EQ(human_duration(999'600), "1.00 ms");
  EXPECT_EQ(human_duration(12'340'000'000), "12.3 s");
}

TEST(Units, WritesTheDateInUtc) {
  EXPECT_EQ(utc_text(0), "1970-01-01 00:00:00");
  EXPECT_EQ(utc_text(1'709'210'096'999'999'999), "2024-02-29 12:34:56");
}

TEST(Units, RateOfNoTimeIsNotInfinite) {
  EXPECT_EQ(gb_per_s(100, 0), 0);
  EXPECT_DOUBLE_EQ(gb_per_s(2'000'000'000, 1e9), 2.0);
}

}  // namespace
}  // namespace readmark
