#include "run/plan.hpp"

#include <gtest/gtest.h>

namespace readmark::run {
namespace {

Profile some_profile() {
  Profile profile;
  profile.name = "p";
  profile.data = {"2k", "10k"};
  Cell warm;
  warm.data = {"2k"};
  Cell cold;
  cold.caches = {Cache::cold};
  profile.cells = {warm, cold};
  return profile;
}

PlannedCase some_case(std::uint64_t bytes, Cache cache) {
  PlannedCase planned;
  planned.data.kind = "file";
  planned.data.bytes = bytes;
  planned.bench_case.cache = cache;
  return planned;
}

TEST(Selection, EmptyLeavesTheProfileAsItIs) {
  const Profile profile = apply({}, some_profile());
  EXPECT_EQ(to_json(profile), to_json(some_profile()));
}

TEST(Selection, NamingAStrategyReplacesTheCells) {
  Selection selection;
  selection.strategies = {"pread"};
  selection.sets = {{"buf", {"64k", "1m"}}};
  const Profile profile = apply(selection, some_profile());
  ASSERT_EQ(profile.cells.size(), 1u);
  EXPECT_EQ(profile.cells[0].strategies, selection.strategies);
  EXPECT_EQ(profile.cells[0].knobs, selection.sets);
  EXPECT_EQ(profile.cells[0].caches, (std::vector<Cache>{Cache::warm, Cache::cold}));
  EXPECT_EQ(profile.data, some_profile().data);
}

TEST(Selection, CachesUsesAndDataNarrowTheCells) {
  Selection selection;
  selection.caches = {Cache::as_found};
  selection.uses = {Use::sum};
  selection.data = {"40k"};
  const Profile profile = apply(selection, some_profile());
  ASSERT_EQ(profile.cells.size(), 2u);
  EXPECT_EQ(profile.data, (std::vector<std::string>{"40k"}));
  for (const Cell& cell : profile.cells) {
    EXPECT_EQ(cell.caches, selection.caches);
    EXPECT_EQ(cell.uses, selection.uses);
    EXPECT_TRUE(cell.data.empty());  // a cell for 2k only must not leave 40k out
  }
}

TEST(Iterations, OneColdThreeWarmMoreForSmallFiles) {
  EXPECT_EQ(iterations_for(some_case(150'000'000, Cache::cold), 1'000), 1u);
  EXPECT_EQ(iterations_for(some_case(150'000'000, Cache::warm), 1'000), 3u);
  EXPECT_EQ(iterations_for(some_case(630'000, Cache::warm), 1'000'000), 20u);
  EXPECT_EQ(iterations_for(some_case(630'000, Cache::warm), 10), 200u);         // bounded
  EXPECT_EQ(iterations_for(some_case(630'000, Cache::warm), 500'000'000), 3u);  // never fewer
  EXPECT_EQ(iterations_for(some_case(630'000, Cache::as_found), 1'000'000), 20u);
}

TEST(Groups, AreOneDatasetAndCacheStateEach) {
  std::vector<PlannedCase> cases(4);
  cases[0].bench_case.data = cases[2].bench_case.data = "2k";
  cases[1].bench_case.data = cases[3].bench_case.data = "10k";
  cases[3].bench_case.cache = Cache::cold;
  assign_groups(cases);
  EXPECT_EQ(cases[0].group, cases[2].group);
  EXPECT_NE(cases[0].group, cases[1].group);
  EXPECT_NE(cases[1].group, cases[3].group);
}

TEST(Guess, NeverExceedsTheBudgetAndCountsOnlyWhatRuns) {
  Plan plan;
  plan.profile.limits.min_rounds = 1000;
  plan.profile.limits.max_time_ns = 1'000'000'000;
  plan.cases = {some_case(150'000'000, Cache::warm)};
  plan.cases[0].bench_case.role = Role::control;  // not verified: nothing but rounds
  EXPECT_EQ(guessed_run_ns(plan), 1'000'000'000);
  plan.cases[0].settled = Status::skipped;
  EXPECT_EQ(guessed_run_ns(plan), 0);
}

}  // namespace
}  // namespace readmark::run
