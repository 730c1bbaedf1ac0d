// Descriptions, against hand-computed values and by their properties.
#include "stats/describe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace readmark::stats {
namespace {

using Values = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(Median, OddEvenOne) {
  EXPECT_EQ(median(Values{3, 1, 2}), 2);
  EXPECT_EQ(median(Values{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median(Values{7}), 7);
  EXPECT_EQ(median(Values{0, 0, 0, 5}), 0);
}

TEST(Median, HugeValuesDoNotOverflow) {
  constexpr double kMax = std::numeric_limits<double>::max();
  EXPECT_EQ(median(Values{kMax, kMax}), kMax);
  EXPECT_EQ(median(Values{-kMax, kMax}), 0);
}

// NumPy: np.quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [.25, .75, .9]) = 3.25, 7.75, 9.1
TEST(Quantile, IsType7) {
  const Values values{10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 3.25);
  EXPECT_DOUBLE_EQ(quantile(values, 0.75), 7.75);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 9.1);
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 1), 10);
  EXPECT_THROW(quantile(values, 1.01), std::invalid_argument);
  EXPECT_THROW(quantile(values, kNaN), std::invalid_argument);
}

TEST(Describe, RefusesNothingAndTheNotFinite) {
  for (const Values& bad : {Values{}, Values{1, kNaN}, Values{kInfinity}}) {
    EXPECT_THROW(median(bad), std::invalid_argument);
    EXPECT_THROW(median_absolute_deviation(bad), std::invalid_argument);
    EXPECT_THROW(count_outliers(bad), std::invalid_argument);
    EXPECT_THROW(summarise(bad), std::invalid_argument);
  }
}

// Distances from 2: 1 1 0 0 2 4 7, their median 1.
TEST(Mad, HandComputed) { EXPECT_EQ(median_absolute_deviation(Values{1, 1, 2, 2, 4, 6, 9}), 1); }

TEST(Outliers, ByModifiedZ) {
  // Median 5.5, distances' median 2.5: 18 has z = 0.6745 * 12.5 / 2.5 = 3.37, 19 has 3.64.
  EXPECT_EQ(count_outliers(Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 18}), 0u);
  EXPECT_EQ(count_outliers(Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 19}), 1u);
  EXPECT_EQ(count_outliers(Values{-8, 2, 3, 4, 5, 6, 7, 8, 9, 19}), 2u);
}

TEST(Outliers, WhereMostValuesTie) {
  // MAD 0, mean distance 4/7: z = 4 / (1.253314 * 4/7) = 5.6.
  EXPECT_EQ(count_outliers(Values{5, 5, 5, 5, 5, 5, 9}), 1u);
  EXPECT_EQ(count_outliers(Values{5, 5, 5}), 0u);
  EXPECT_EQ(count_outliers(Values{0, 0, 0, 0}), 0u);
  EXPECT_EQ(count_outliers(Values{4}), 0u);
}

TEST(Summarise, HandComputed) {
  const Summary summary = summarise(Values{2, 4, 4, 4, 5, 5, 7, 9});  // mean 5, squares 32
  EXPECT_EQ(summary.n, 8u);
  EXPECT_EQ(summary.median, 4.5);
  EXPECT_DOUBLE_EQ(summary.mean, 5);
  EXPECT_DOUBLE_EQ(summary.sd.value(), 2.138089935299395);  // sqrt(32 / 7)
  EXPECT_EQ(summary.min, 2);
  EXPECT_EQ(summary.max, 9);
  EXPECT_EQ(summary.mad, 0.5);
  ASSERT_TRUE(summary.interval);
  EXPECT_EQ(summary.interval->low, 2);
  EXPECT_EQ(summary.interval->high, 9);
  EXPECT_DOUBLE_EQ(summary.interval->level, 0.9921875);
  EXPECT_EQ(summary.outliers, 1u);  // 9: z = 0.6745 * 4.5 / 0.5 = 6.07
}

TEST(Summarise, OneValueAndFive) {
  const Summary one = summarise(Values{3});
  EXPECT_EQ(one.median, 3);
  EXPECT_FALSE(one.sd);
  EXPECT_FALSE(one.interval);
  EXPECT_FALSE(summarise(Values{1, 2, 3, 4, 5}).interval);
  EXPECT_TRUE(summarise(Values{1, 2, 3, 4, 5, 6}).interval);
}

TEST(Stopping, OnTheWidthOnly) {
  const Summary tight = summarise(Values{98, 99, 100, 100, 101, 102});  // half-width 2
  EXPECT_DOUBLE_EQ(relative_half_width(tight).value(), 0.02);
  EXPECT_TRUE(narrow_enough(tight, 0.02));
  EXPECT_FALSE(narrow_enough(tight, 0.019));
  EXPECT_FALSE(narrow_enough(tight, 0));
  EXPECT_FALSE(narrow_enough(summarise(Values{100, 100, 100}), 0.5));  // no interval
}

TEST(Stopping, Zeros) {
  EXPECT_TRUE(narrow_enough(summarise(Values{0, 0, 0, 0, 0, 0}), 0.01));
  EXPECT_FALSE(narrow_enough(summarise(Values{7, 7, 7, 7, 7, 7}), 0));  // 0 asks for all rounds
  const Summary around_zero = summarise(Values{0, 0, 0, 0, 0, 1});
  EXPECT_FALSE(relative_half_width(around_zero));
  EXPECT_FALSE(narrow_enough(around_zero, 0.5));
}

class Property : public testing::TestWithParam<unsigned> {
 protected:
  // Few distinct values, so that ties and zeros are common.
  Values random_values() {
    std::mt19937_64 random(GetParam());
    std::uniform_int_distribution<int> count(1, 40);
    std::uniform_int_distribution<int> value(0, 12);
    Values values(static_cast<std::size_t>(count(random)));
    for (double& v : values) v = value(random);
    return values;
  }
};

TEST_P(Property, OrderDoesNotMatter) {
  Values values = random_values();
  const Summary before = summarise(values);
  std::mt19937_64 random(GetParam() + 1);
  std::shuffle(values.begin(), values.end(), random);
  const Summary after = summarise(values);
  EXPECT_EQ(before.median, after.median);
  EXPECT_EQ(before.mean, after.mean);
  EXPECT_EQ(before.sd, after.sd);
  EXPECT_EQ(before.outliers, after.outliers);
}

TEST_P(Property, ScalesAndStaysInside) {
  const Values values = random_values();
  const Summary plain = summarise(values);
  Values scaled = values;
  for (double& value : scaled) value = value * 8 + 16;
  const Summary moved = summarise(scaled);
  EXPECT_EQ(moved.median, plain.median * 8 + 16);
  EXPECT_EQ(moved.mad, plain.mad * 8);
  EXPECT_EQ(moved.outliers, plain.outliers);
  EXPECT_LE(plain.min, plain.median);
  EXPECT_LE(plain.median, plain.max);
  EXPECT_LE(plain.min, plain.mean + 1e-12);
  EXPECT_LE(plain.mean, plain.max + 1e-12);
  EXPECT_LT(plain.outliers * 2, plain.n + 1);
  if (plain.interval) {
    EXPECT_LE(plain.interval->low, plain.median);
    EXPECT_LE(plain.median, plain.interval->high);
    EXPECT_GE(plain.interval->level, 0.95);
  }
}

TEST_P(Property, QuantilesRise) {
  const Values values = random_values();
  double last = -1;
  for (int step = 0; step <= 20; ++step) {
    const double value = quantile(values, step / 20.0);
    EXPECT_GE(value, last);
    last = value;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Property, testing::Range(1u, 60u));

}  // namespace
}  // namespace readmark::stats
