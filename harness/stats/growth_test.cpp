// Growth against exact laws, a published example, and figures worked out by hand.
#include "stats/growth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace readmark::stats {
namespace {

const std::vector<double> kSizes = {642e3, 3.21e6, 6.42e6, 12.84e6, 150e6};

// time = factor(round) * bytes^exponent
template <typename Factor>
std::vector<SizedTime> law(double exponent, int rounds, Factor factor) {
  std::vector<SizedTime> all;
  for (int round = 0; round < rounds; ++round) {
    for (const double bytes : kSizes)
      all.push_back({round, bytes, factor(round) * std::pow(bytes, exponent)});
  }
  return all;
}

double steady(int) { return 0.1; }

// The data of Graybill that Sen (1968, section 6) works through: 21 slopes, their median is 4.
TEST(TheilSen, SensOwnExample) {
  const std::vector<Point> points = {{1, 9},   {2, 15},  {3, 19}, {4, 20},
                                     {10, 45}, {12, 55}, {18, 78}};
  EXPECT_DOUBLE_EQ(*theil_sen_slope(points), 4);
}

// Slopes (2,0)-(0,0): 0; (0,0)-(1,3): 3; (1,3)-(2,0): -3; the median is 0.
TEST(TheilSen, ThreePointsByHand) {
  EXPECT_DOUBLE_EQ(*theil_sen_slope(std::vector<Point>{{0, 0}, {1, 3}, {2, 0}}), 0);
}

// The pair of x = 1 has no slope; those of x = 0 with each of them have 2 and 4, whose middle is 3.
TEST(TheilSen, TiesInXAreLeftOut) {
  EXPECT_DOUBLE_EQ(*theil_sen_slope(std::vector<Point>{{0, 0}, {1, 2}, {1, 4}}), 3);
  EXPECT_FALSE(theil_sen_slope(std::vector<Point>{{1, 2}, {1, 4}}));
  EXPECT_FALSE(theil_sen_slope(std::vector<Point>{}));
}

TEST(TheilSen, OneWildPointDoesNotCarryItAway) {
  const std::vector<Point> points = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 500}};
  EXPECT_DOUBLE_EQ(*theil_sen_slope(points), 1);
}

TEST(Growth, ExactLawsGiveTheirExponent) {
  for (const double exponent : {1.0, 2.0, 0.5}) {
    const auto found = growth(law(exponent, 6, steady));
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->exponent, exponent, 1e-12);
    EXPECT_NEAR(found->interval->low, exponent, 1e-12);
    EXPECT_NEAR(found->interval->high, exponent, 1e-12);
    EXPECT_EQ(found->sizes, 5u);
    EXPECT_EQ(found->rounds, 6u);
    EXPECT_EQ(found->least_bytes, 642e3);
    EXPECT_EQ(found->most_bytes, 150e6);
    EXPECT_EQ(found->too_steep(), exponent == 2.0);
  }
}

// What slows a whole round down leaves its slope alone: that is why the round is the unit.
TEST(Growth, ASlowRoundChangesNothing) {
  const auto found = growth(law(1, 7, [](int round) { return round == 3 ? 5.0 : 0.1; }));
  EXPECT_NEAR(found->interval->high, 1, 1e-12);
}

// One exponent per round, 1.01 .. 1.06: the median lies between the third and the fourth, and with
// six rounds the interval is from the least to the greatest, at 1 - 2/64.
TEST(Growth, MedianAndIntervalOverTheRounds) {
  std::vector<SizedTime> all;
  for (int round = 0; round < 6; ++round) {
    for (const double bytes : kSizes)
      all.push_back({round, bytes, std::pow(bytes, 1.06 - 0.01 * round)});
  }
  const auto found = growth(all);
  EXPECT_NEAR(found->exponent, 1.035, 1e-12);
  EXPECT_NEAR(found->interval->low, 1.01, 1e-12);
  EXPECT_NEAR(found->interval->high, 1.06, 1e-12);
  EXPECT_DOUBLE_EQ(found->interval->level, 0.96875);
}

// time = 1000 + bytes, of 10, 100 and 1000 bytes: slopes of neighbours log(1100/1010) and
// log(2000/1100), of the ends log(2000/1010)/2, in decimal logarithms 0.0371, 0.2596, 0.1484.
TEST(Growth, AFixedCostBendsSmallFilesBelowOne) {
  std::vector<SizedTime> all;
  for (const double bytes : {10.0, 100.0, 1000.0}) all.push_back({0, bytes, 1000 + bytes});
  const auto found = growth(all);
  EXPECT_NEAR(found->exponent, 0.148354, 1e-6);
  EXPECT_FALSE(found->interval);
  EXPECT_FALSE(found->too_steep());
}

TEST(Growth, FiveRoundsHaveNoIntervalAndAreNotFlagged) {
  const auto found = growth(law(2, 5, steady));
  EXPECT_NEAR(found->exponent, 2, 1e-12);
  EXPECT_FALSE(found->interval);
  EXPECT_FALSE(found->too_steep());
}

TEST(Growth, OnlyRoundsWithEverySizeCount) {
  auto all = law(1, 6, steady);
  all.push_back({6, kSizes[0], 1});
  all.push_back({6, kSizes[4], 1e12});
  EXPECT_EQ(growth(all)->rounds, 6u);
}

TEST(Growth, TwoSizesTellNothing) {
  std::vector<SizedTime> all;
  for (int round = 0; round < 6; ++round) {
    all.push_back({round, 1000, 10});
    all.push_back({round, 2000, 20});
  }
  EXPECT_FALSE(growth(all));
  EXPECT_FALSE(growth({}));
}

TEST(Growth, ThreeSizesThatNoRoundHasTogetherTellNothing) {
  EXPECT_FALSE(growth(std::vector<SizedTime>{{0, 1, 1}, {0, 2, 2}, {1, 3, 3}}));
}

TEST(Growth, RefusesWhatHasNoLogarithm) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(growth(std::vector<SizedTime>{{0, bad, 1}}), std::invalid_argument);
    EXPECT_THROW(growth(std::vector<SizedTime>{{0, 1, bad}}), std::invalid_argument);
  }
}

}  // namespace
}  // namespace readmark::stats
