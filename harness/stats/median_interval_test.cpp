// The interval of a median, against published ranks and by simulation.
#include "stats/median_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace readmark::stats {
namespace {

struct Published {
  std::size_t n, low;
  double level_pct;
};

// Ranks and exact levels of the sign-test interval at 95 %, as textbooks of nonparametric
// statistics table them: 1 - 2 sum C(n, k) / 2^n for k < low, made with exact integers (Python's
// math.comb).
constexpr Published kPublished[] = {
    {6, 1, 96.875},        {7, 1, 98.4375},      {8, 1, 99.21875},      {9, 2, 96.09375},
    {10, 2, 97.8515625},   {11, 2, 98.828125},   {12, 3, 96.142578125}, {13, 3, 97.75390625},
    {14, 3, 98.70605469},  {15, 4, 96.48437500}, {16, 4, 97.87292480},  {17, 5, 95.09582520},
    {18, 5, 96.91162109},  {19, 5, 98.07891846}, {20, 6, 95.86105347},  {25, 8, 95.67147493},
    {30, 10, 95.72260547},
};

TEST(MedianRanks, MatchPublishedValues) {
  for (const Published& row : kPublished) {
    const auto ranks = median_ranks(row.n);
    ASSERT_TRUE(ranks) << row.n;
    EXPECT_EQ(ranks->low, row.low) << row.n;
    EXPECT_EQ(ranks->high, row.n + 1 - row.low) << row.n;
    EXPECT_NEAR(ranks->level * 100, row.level_pct, 1e-6) << row.n;
  }
}

TEST(MedianRanks, NoneBelowSix) {
  for (std::size_t n = 0; n < 6; ++n) EXPECT_FALSE(median_ranks(n)) << n;
  EXPECT_TRUE(median_ranks(5, 0.93));  // 93.75 %
}

TEST(MedianRanks, HighLevelNeedsMoreValues) {
  EXPECT_FALSE(median_ranks(7, 0.99));  // 98.4 %
  EXPECT_TRUE(median_ranks(8, 0.99));   // 99.2 %
}

TEST(MedianRanks, ApproachTheNormalForManyValues) {
  for (const std::size_t n : {1000u, 5000u, 100000u}) {  // 2^-n is no double any more
    const auto ranks = median_ranks(n);
    ASSERT_TRUE(ranks);
    const double expected =
        static_cast<double>(n) / 2 - 1.96 * std::sqrt(static_cast<double>(n)) / 2;
    EXPECT_NEAR(static_cast<double>(ranks->low), expected, 2) << n;
    EXPECT_GE(ranks->level, 0.95);
    EXPECT_LT(ranks->level, 0.955);
  }
}

// The same level by another way: binomial probabilities from Pascal's triangle, halved at each
// step.
double level_by_pascal(std::size_t n, std::size_t low) {
  std::vector<double> heads{1};
  for (std::size_t toss = 0; toss < n; ++toss) {
    std::vector<double> next(heads.size() + 1, 0);
    for (std::size_t k = 0; k < heads.size(); ++k) {
      next[k] += heads[k] / 2;
      next[k + 1] += heads[k] / 2;
    }
    heads = next;
  }
  double level = 1;
  for (std::size_t k = 0; k < low; ++k) level -= 2 * heads[k];
  return level;
}

TEST(MedianRanks, OneRankFurtherInWouldBeTooLittle) {
  for (std::size_t n = 6; n < 200; ++n) {
    const auto ranks = median_ranks(n);
    ASSERT_TRUE(ranks) << n;
    EXPECT_NEAR(ranks->level, level_by_pascal(n, ranks->low), 1e-12) << n;
    EXPECT_GE(ranks->level, 0.95) << n;
    EXPECT_LT(level_by_pascal(n, ranks->low + 1), 0.95) << n;
  }
}

TEST(MedianInterval, TakesTheValuesAtTheRanks) {
  const std::vector<double> values{10, 1, 9, 2, 8, 3, 7, 4, 6, 5};
  const auto interval = median_interval(values);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 9);
  EXPECT_NEAR(interval->level, 0.978515625, 1e-12);
}

TEST(MedianInterval, RefusesNaN) {
  const std::vector<double> values{1, 2, std::numeric_limits<double>::quiet_NaN(), 4, 5, 6};
  EXPECT_THROW(median_interval(values), std::invalid_argument);
}

TEST(MedianInterval, CoversTheMedianAsOftenAsItSays) {
  std::mt19937_64 random(20240607);
  std::lognormal_distribution<double> skewed(0, 1);  // median 1
  for (const std::size_t n : {6u, 10u, 17u}) {
    int covered = 0;
    constexpr int kTrials = 20000;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> values(n);
      for (double& value : values) value = skewed(random);
      const auto interval = median_interval(values);
      if (interval->low <= 1 && 1 <= interval->high) ++covered;
    }
    const double level = median_ranks(n)->level;
    const double error = std::sqrt(level * (1 - level) / kTrials);
    EXPECT_NEAR(static_cast<double>(covered) / kTrials, level, 5 * error) << n;
  }
}

}  // namespace
}  // namespace readmark::stats
