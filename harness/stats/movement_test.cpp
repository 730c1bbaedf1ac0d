// Canaries that moved and canaries that did not.
#include "stats/movement.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace readmark::stats {
namespace {

using Values = std::vector<double>;

TEST(Movement, TooFewRounds) {
  EXPECT_FALSE(movement(Values{}));
  EXPECT_FALSE(movement(Values{1, 2, 3, 4, 5}));
}

TEST(Movement, StandsStill) {
  const auto same = movement(Values{100, 100, 100, 100, 100, 100});
  ASSERT_TRUE(same);
  EXPECT_FALSE(same->moved());
  EXPECT_EQ(same->shift, 0);
  EXPECT_EQ(same->spread, 0);
}

TEST(Movement, AStepIsAShift) {
  const auto slower = movement(Values{100, 101, 99, 110, 111, 109});
  EXPECT_TRUE(slower->shifted);
  EXPECT_FALSE(slower->scattered);
  EXPECT_NEAR(slower->shift, 0.10, 1e-12);
  EXPECT_TRUE(movement(Values{110, 111, 109, 100, 101, 99})->shifted);  // and the other way
}

TEST(Movement, ASmallStepIsNone) {
  EXPECT_FALSE(movement(Values{100, 100, 100, 104, 104, 104})->moved());
}

TEST(Movement, AShiftWithinTheScatterIsNone) {
  // Medians 100 and 106, but the halves scatter by more than that.
  EXPECT_FALSE(movement(Values{90, 100, 110, 96, 106, 116})->shifted);
}

TEST(Movement, OneBadRoundIsNone) {
  EXPECT_FALSE(movement(Values{100, 101, 99, 400, 100, 101, 99, 100})->moved());
}

TEST(Movement, DisturbedForAWhile) {
  const auto disturbed = movement(Values{100, 100, 150, 150, 150, 150, 100, 100});
  EXPECT_FALSE(disturbed->shifted);
  EXPECT_TRUE(disturbed->scattered);
}

TEST(Movement, TheMiddleRoundOfAnOddNumberCountsToNeither) {
  EXPECT_NEAR(movement(Values{100, 90, 100, 500, 120, 120, 140})->shift, 0.2, 1e-12);
  EXPECT_NEAR(movement(Values{120, 140, 120, 50, 120, 120, 140})->shift, 0, 1e-12);
}

TEST(Movement, RefusesWhatIsNoTime) {
  EXPECT_THROW(movement(Values{1, 1, 1, 0, 1, 1}), std::invalid_argument);
  EXPECT_THROW(movement(Values{1, 1, 1, -1, 1, 1}), std::invalid_argument);
}

TEST(Movement, SeldomCriesWolf) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> quiet(1000, 20);  // 2 %: a good day on a shared machine
  int cried = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Values times(12);
    for (double& time : times) time = quiet(random);
    if (movement(times)->moved()) ++cried;
  }
  EXPECT_LT(cried, 20);
}

}  // namespace
}  // namespace readmark::stats
