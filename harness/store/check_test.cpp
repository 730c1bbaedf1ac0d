// `db check` finds what is wrong, and nothing where nothing is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Check : public testing::Test {
 protected:
  Check() {
    store_.add_measurement(test_measurement(ids_, 0), test_samples());
    store_.set_entry_status(ids_.entry, Status::ok, "");
  }

  // Changes the file behind the store's back.
  void damage(const std::string& sql) {
    SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READWRITE);
    raw.exec("PRAGMA foreign_keys = OFF");
    raw.exec("PRAGMA ignore_check_constraints = ON");
    raw.exec(sql);
  }

  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
  TestRun ids_ = add_test_run(store_);
};

TEST_F(Check, SoundDatabase) { EXPECT_THAT(store_.check(), IsEmpty()); }

TEST_F(Check, LostSample) {
  damage("DELETE FROM sample WHERE iteration = 1");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("2 told, 1 kept")));
}

TEST_F(Check, SamplesThatShouldBeGone) {
  damage("UPDATE measurement SET samples = 'pruned'");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("its samples are pruned, but has some")));
}

TEST_F(Check, OrphanedRows) {
  damage("DELETE FROM session");
  EXPECT_THAT(store_.check(), testing::Contains(HasSubstr("foreign_key_check: measurement")));
}

TEST_F(Check, MeasuredTwiceInARound) {
  MeasurementRow again = test_measurement(ids_, 1);
  again.round = 0;
  store_.add_measurement(again, test_samples());
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("measured twice in round 0")));
}

TEST_F(Check, AnInterruptedTryIsNoSecondMeasurement) {
  MeasurementRow again = test_measurement(ids_, 1);
  again.round = 0;
  again.status = Status::interrupted;
  store_.add_measurement(again, test_samples());
  EXPECT_THAT(store_.check(), IsEmpty());
}

TEST_F(Check, EntryOfAnotherRun) {
  const TestRun other = add_test_run(store_);
  MeasurementRow stray = test_measurement(ids_, 1);
  stray.entry_id = other.entry;
  store_.add_measurement(stray, test_samples());
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("entry of another run")));
}

TEST_F(Check, OkWithoutAMeasurement) {
  const TestRun other = add_test_run(store_);
  store_.set_entry_status(other.entry, Status::ok, "");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("no measurement that is ok")));
}

TEST_F(Check, OkWithoutATime) {
  damage("UPDATE measurement SET time_ns = NULL");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("is ok and has no time")));
}

TEST_F(Check, TimeOutsideItsSamples) {
  damage("UPDATE measurement SET time_ns = 1");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("time outside its samples")));
}

TEST_F(Check, SummaryOutsideItsInterval) {
  damage(
      "INSERT INTO summary (entry_id, metric, phase, n, median, ci_low, ci_high, origin, "
      "stats_version)"
      " VALUES (1, 'time_ns', 0, 6, 1, 2, 3, 'computed', 1)");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("leaves out its median")));
}

TEST_F(Check, FindingWithoutAnEntry) {
  store_.add_finding({ids_.run, "sparse", 9, std::nullopt, "", 1});
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("its plan has not: 9")));
}

TEST_F(Check, FinishedWithoutAnEnd) {
  store_.set_run_state(ids_.run, RunState::finished);
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("without an end")));
  store_.end_session(ids_.session, 5, 0);
  EXPECT_THAT(store_.check(), IsEmpty());
}

TEST_F(Check, JsonThatIsNone) {
  damage("UPDATE bench_case SET knobs = '{'");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("knobs that are not JSON")));
}

TEST_F(Check, ChangedSchema) {
  damage("DROP INDEX measurement_entry");
  EXPECT_THAT(store_.check(), ElementsAre(HasSubstr("schema is not that")));
}

TEST_F(Check, DamagedPages) {
  store_.checkpoint();
  std::string content = read_file(folder_ / "a.db");
  const auto page = content.find("read/pread/2k");  // somewhere among the rows
  ASSERT_NE(page, std::string::npos);
  const std::size_t start = page / 4096 * 4096;
  for (std::size_t i = start + 1; i < start + 64; ++i) content[i] = '\x5a';
  const auto copy = folder_ / "damaged.db";
  write_file(copy, content);
  const Store damaged = Store::open(copy, Access::read_only);
  EXPECT_FALSE(damaged.check().empty());
}

TEST_F(Check, Info) {
  store_.checkpoint();
  const StoreInfo info = store_.info();
  EXPECT_EQ(info.bytes, std::filesystem::file_size(folder_ / "a.db"));
  EXPECT_EQ(info.wal_bytes, 0u);
  EXPECT_EQ(info.schema_version, latest_schema_version());
  EXPECT_EQ(info.journal_mode, "wal");
  EXPECT_EQ(static_cast<std::uint64_t>(info.page_size * info.pages), info.bytes);
  EXPECT_EQ(info.rows.at("sample"), 2);
  EXPECT_EQ(info.rows.at("run"), 1);
  EXPECT_EQ(info.first_run_ns, 1'700'000'000'000'000'000);
}

}  // namespace
}  // namespace readmark::store
