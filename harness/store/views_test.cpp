// The views, which are the public way to read the database.
#include <gtest/gtest.h>

#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

class Views : public testing::Test {
 protected:
  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
  TestRun ids_ = add_test_run(store_);
};

TEST_F(Views, ShowWhatWasMeasured) {
  store_.add_measurement(test_measurement(ids_, 0), test_samples());
  store_.add_summary(time_summary(ids_));
  store_.add_finding({ids_.run, "sparse", 0, std::nullopt, "holes", 1});
  store_.set_entry_status(ids_.entry, Status::ok, "");
  SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READONLY);
  Query measurement(
      raw, "SELECT run_uuid, buf, buf_bytes, threads, dataset, gb_per_s FROM v_measurement");
  ASSERT_TRUE(measurement.next());
  std::string uuid, buffer, dataset;
  std::int64_t buffer_bytes = 0, threads = 0;
  double rate = 0;
  measurement >> uuid >> buffer >> buffer_bytes >> threads >> dataset >> rate;
  EXPECT_EQ(uuid, ids_.uuid);
  EXPECT_EQ(buffer, "64KiB");
  EXPECT_EQ(buffer_bytes, 65536);
  EXPECT_EQ(threads, 1);
  EXPECT_EQ(dataset, "2k");
  EXPECT_DOUBLE_EQ(rate, 6.41238);
  Query summary(raw, "SELECT median_ns, gb_per_s, gb_per_s_low, findings FROM v_case_summary");
  ASSERT_TRUE(summary.next());
  double median = 0, rate_low = 0;
  std::string findings;
  summary >> median >> rate >> rate_low >> findings;
  EXPECT_EQ(median, 100'000);
  EXPECT_DOUBLE_EQ(rate, 6.41238);
  EXPECT_DOUBLE_EQ(rate_low, 641'238 / 104'000.0);
  EXPECT_EQ(findings, "sparse");
  EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM v_sample").getInt(), 2);
  EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM v_history").getInt(), 1);
  EXPECT_EQ(raw.execAndGet("SELECT count(*) FROM v_missing").getInt(), 0);
  EXPECT_EQ(raw.execAndGet("SELECT host_label FROM v_run").getString(), "bench box");
}

// A memory ceiling reads no file: the bytes of its pass are those that were measured.
TEST_F(Views, ACaseWithoutADatasetHasTheBytesMeasured) {
  store_.add_measurement(test_measurement(ids_, 0), test_samples());
  store_.add_summary(time_summary(ids_));
  SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READWRITE);
  raw.exec("UPDATE bench_case SET dataset_id = NULL, data = '-'");
  raw.exec("UPDATE measurement SET bytes = 200000");
  Query summary(raw, "SELECT bytes, gb_per_s FROM v_case_summary");
  ASSERT_TRUE(summary.next());
  std::int64_t bytes = 0;
  double rate = 0;
  summary >> bytes >> rate;
  EXPECT_EQ(bytes, 200'000);
  EXPECT_DOUBLE_EQ(rate, 2.0);
}

TEST_F(Views, BufferSizesAsNumbers) {
  const std::pair<const char*, std::int64_t> sizes[] = {
      {"4KiB", 4096}, {"1MiB", 1 << 20},      {"1GiB", 1 << 30}, {"150MB", 150'000'000},
      {"2kB", 2000},  {"1GB", 1'000'000'000}, {"777B", 777}};
  std::vector<Id> cases;
  for (const auto& [text, bytes] : sizes)
    cases.push_back(store_.record_case(test_case(text), ids_.dataset));
  SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READONLY);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Query query(raw, "SELECT buf_bytes FROM v_case WHERE case_id = ?", cases[i]);
    ASSERT_TRUE(query.next());
    std::int64_t bytes = 0;
    query >> bytes;
    EXPECT_EQ(bytes, sizes[i].second) << sizes[i].first;
  }
}

}  // namespace
}  // namespace readmark::store
