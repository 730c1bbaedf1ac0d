// What is written of growth comes back, all of it, and goes when statistics are made anew.
#include <gtest/gtest.h>

#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

class GrowthRows : public testing::Test {
 protected:
  GrowthRow row() const {
    GrowthRow row;
    row.run_id = ids_.run;
    row.name = "read/pread/*/buf:1MiB/cache:cold/use:sum";
    row.workload = "read";
    row.strategy = "pread";
    row.knobs.set("buf", "1MiB");
    row.knobs.set("threads", "2");
    row.cache = Cache::cold;
    row.use = Use::sum;
    row.role = Role::ceiling;
    row.sizes = 5;
    row.least_bytes = 642'000;
    row.most_bytes = 150'000'000;
    row.rounds = 7;
    row.exponent = 1.5;
    row.ci_low = 1.25;
    row.ci_high = 1.75;
    row.ci_level = 0.984375;
    row.flagged = true;
    row.stats_version = 3;
    return row;
  }

  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
  TestRun ids_ = add_test_run(store_);
};

TEST_F(GrowthRows, RoundTrip) {
  store_.add_growth(row());
  store_.add_growth(row());  // replaces
  const auto back = Store::open(folder_ / "a.db", Access::read_only).growth(ids_.run);
  ASSERT_EQ(back.size(), 1u);
  const GrowthRow& read = back[0];
  EXPECT_EQ(read.run_id, ids_.run);
  EXPECT_EQ(read.name, row().name);
  EXPECT_EQ(read.workload, "read");
  EXPECT_EQ(read.strategy, "pread");
  EXPECT_EQ(read.knobs, row().knobs);
  EXPECT_EQ(read.cache, Cache::cold);
  EXPECT_EQ(read.use, Use::sum);
  EXPECT_EQ(read.role, Role::ceiling);
  EXPECT_EQ(read.sizes, 5);
  EXPECT_EQ(read.least_bytes, 642'000u);
  EXPECT_EQ(read.most_bytes, 150'000'000u);
  EXPECT_EQ(read.rounds, 7);
  EXPECT_EQ(read.exponent, 1.5);
  EXPECT_EQ(read.ci_low, 1.25);
  EXPECT_EQ(read.ci_high, 1.75);
  EXPECT_EQ(read.ci_level, 0.984375);
  EXPECT_TRUE(read.flagged);
  EXPECT_EQ(read.stats_version, 3);
}

TEST_F(GrowthRows, TheViewShowsTheSame) {
  store_.add_growth(row());
  SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READONLY);
  Query query(raw, "SELECT run_uuid, buf, exponent, flagged FROM v_growth");
  ASSERT_TRUE(query.next());
  std::string uuid, buf;
  double exponent = 0;
  bool flagged = false;
  query >> uuid >> buf >> exponent >> flagged;
  EXPECT_EQ(uuid, ids_.uuid);
  EXPECT_EQ(buf, "1MiB");
  EXPECT_EQ(exponent, 1.5);
  EXPECT_TRUE(flagged);
}

TEST_F(GrowthRows, WithoutAnInterval) {
  GrowthRow bare = row();
  bare.ci_low = bare.ci_high = bare.ci_level = std::nullopt;
  bare.flagged = false;
  store_.add_growth(bare);
  const auto back = store_.growth(ids_.run);
  EXPECT_FALSE(back.at(0).ci_low || back.at(0).ci_high || back.at(0).ci_level);
  EXPECT_FALSE(back.at(0).flagged);
}

TEST_F(GrowthRows, AreForgottenWithWhatElseIsDerived) {
  store_.add_growth(row());
  store_.clear_derived(ids_.run);
  EXPECT_TRUE(store_.growth(ids_.run).empty());
}

TEST_F(GrowthRows, CheckFindsAnIntervalBesideItsExponent) {
  GrowthRow odd = row();
  odd.exponent = 3;
  store_.add_growth(odd);
  const auto troubles = store_.check();
  ASSERT_EQ(troubles.size(), 1u);
  EXPECT_NE(troubles[0].find("leaves out its exponent"), std::string::npos) << troubles[0];
}

}  // namespace
}  // namespace readmark::store
