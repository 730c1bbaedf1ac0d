#include "run/order.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace readmark::run {
namespace {

const std::vector<unsigned> kGroups = {0, 0, 0, 1, 1, 2, 2, 2, 2, 3};

TEST(RoundOrder, IsAPermutation) {
  std::vector<std::size_t> order = round_order(kGroups, 42, 3);
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < kGroups.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST(RoundOrder, KeepsGroupsTogether) {
  for (unsigned round = 0; round < 50; ++round) {
    std::set<unsigned> ended;
    unsigned current = 99;
    for (const std::size_t i : round_order(kGroups, 7, round)) {
      if (kGroups[i] == current) continue;
      EXPECT_FALSE(ended.contains(kGroups[i]));
      ended.insert(current);
      current = kGroups[i];
    }
  }
}

// Frozen: the order of a seed is part of what a run records, on every system.
TEST(RoundOrder, OfASeedIsFrozen) {
  EXPECT_EQ(round_order(kGroups, 1, 0), (std::vector<std::size_t>{3, 4, 7, 6, 5, 8, 9, 0, 1, 2}));
  EXPECT_EQ(round_order(kGroups, 1, 1), (std::vector<std::size_t>{5, 7, 6, 8, 9, 4, 3, 2, 1, 0}));
}

TEST(RoundOrder, DiffersBetweenRoundsAndSeeds) {
  std::set<std::vector<std::size_t>> orders;
  for (unsigned round = 0; round < 20; ++round) orders.insert(round_order(kGroups, 1, round));
  for (unsigned seed = 2; seed < 20; ++seed) orders.insert(round_order(kGroups, seed, 0));
  EXPECT_GT(orders.size(), 30u);
}

// Every member comes first about as often as any other: 4 groups, so about a quarter of the rounds
// each.
TEST(RoundOrder, IsBalancedOverRounds) {
  std::vector<int> first(4, 0);
  for (unsigned round = 0; round < 2000; ++round)
    ++first[kGroups[round_order(kGroups, 5, round)[0]]];
  for (const int count : first) EXPECT_NEAR(count, 500, 100);
}

TEST(RoundOrder, OfNothingIsEmpty) { EXPECT_TRUE(round_order({}, 1, 0).empty()); }

}  // namespace
}  // namespace readmark::run
