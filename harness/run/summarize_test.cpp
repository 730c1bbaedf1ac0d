#include "run/summarize.hpp"

#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "run/result.hpp"

namespace readmark::run {
namespace {

class Summarize : public testing::Test {
 protected:
  Summarize() : store_(store::Store::open(folder() / "test.db", store::Access::read_write)) {
    store::RunRow row;
    row.uuid = store::new_uuid();
    run_ = store_.begin_run(row);
    store::SessionRow session;
    session.uuid = store::new_uuid();
    session.run_id = run_;
    session_ = store_.begin_session(session);
    data_.name = "1mib";
    data_.kind = "file";
    data_.bytes = 1 << 20;
    dataset_ = store_.record_dataset(data_);
  }
  ~Summarize() override {
    { const store::Store closing = std::move(store_); }  // before its file is removed
    std::error_code ignored;
    std::filesystem::remove_all(folder(), ignored);
  }

  std::filesystem::path folder() const {
    return std::filesystem::temp_directory_path() /
           ("readmark-summarize-" +
            std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  }

  store::Id entry(Role role, std::string strategy, Cache cache = Cache::warm, Knobs knobs = {}) {
    Case c;
    c.workload = role == Role::ceiling ? "ceiling" : role == Role::canary ? "canary" : "read";
    c.strategy = std::move(strategy);
    c.data = knobs.has("mem") ? "-" : data_.name;
    c.knobs = std::move(knobs);
    c.cache = cache;
    c.role = role;
    c.name = case_name(c.workload, c.strategy, c.data, c.knobs, c.cache, c.use);
    store::EntryRow row;
    row.run_id = run_;
    row.ordinal = ordinal_++;
    row.case_id = store_.record_case(c, c.data == "-" ? std::nullopt : std::optional(dataset_));
    row.role = role;
    row.status = Status::ok;
    return store_.add_entry(row);
  }

  void measured(store::Id entry, std::vector<std::int64_t> times, Status status = Status::ok) {
    std::int64_t round = 0;
    for (const std::int64_t time : times) {
      store::MeasurementRow row;
      row.session_id = session_;
      row.seq = seq_++;
      row.entry_id = entry;
      row.round = round++;
      row.status = status;
      row.bytes = data_.bytes;
      row.time_ns = time;
      row.samples = store::SamplesKept::none;
      store_.add_measurement(row, {});
    }
  }

  void use_dataset(const std::string& name, std::uint64_t bytes) {
    data_.name = name;
    data_.bytes = bytes;
    data_.digest.low = bytes;
    dataset_ = store_.record_dataset(data_);
  }

  store::Id ceiling_of(std::int64_t time_ns) {
    Knobs knobs;
    knobs.set("mem", "1MiB");
    const store::Id id = entry(Role::ceiling, "memory_copy", Cache::as_found, knobs);
    measured(id, std::vector<std::int64_t>(6, time_ns));
    return id;
  }

  Result result() {
    summarize(store_, run_);
    return load_result(store_, store_.run(run_));
  }

  Dataset data_;
  store::Store store_;
  store::Id run_ = 0, session_ = 0, dataset_ = 0;
  std::int64_t ordinal_ = 0, seq_ = 0;
};

TEST_F(Summarize, MedianIntervalAndShareOfTheCeiling) {
  ceiling_of(50'000);
  measured(entry(Role::subject, "read"), {100'000, 120'000, 110'000, 105'000, 115'000, 130'000});
  const ResultRow row = result().rows[1];
  EXPECT_EQ(row.rounds, 6);
  EXPECT_EQ(row.median_ns, 112'500);
  EXPECT_EQ(row.ci_low_ns, 100'000);
  EXPECT_EQ(row.ci_high_ns, 130'000);
  EXPECT_NEAR(*row.ceiling_share, 50'000.0 / 112'500, 0.01);
  EXPECT_TRUE(row.findings.empty());
}

TEST_F(Summarize, OnlyTimedAndOkMeasurementsCount) {
  const store::Id id = entry(Role::subject, "read");
  measured(id, {100, 100, 100});
  measured(id, {1, 1}, Status::invalid);
  const ResultRow row = result().rows[0];
  EXPECT_EQ(row.rounds, 3);
  EXPECT_EQ(row.median_ns, 100);
  EXPECT_EQ(row.ci_low_ns, std::nullopt);
  EXPECT_EQ(row.findings, (std::vector<std::string>{"invalid_rounds"}));
}

TEST_F(Summarize, AFigureFarAboveTheCeilingIsAFinding) {
  ceiling_of(100'000);
  measured(entry(Role::subject, "read"), std::vector<std::int64_t>(6, 60'000));
  measured(entry(Role::subject, "pread"), std::vector<std::int64_t>(6, 70'000));
  const Result done = result();
  EXPECT_EQ(done.rows[1].findings, (std::vector<std::string>{"above_ceiling"}));
  EXPECT_TRUE(done.rows[2].findings.empty());  // 1.43 times: within the margin
}

// A finding on every row of the family: whoever looks at one size is told.
TEST_F(Summarize, WhatGrowsFasterThanItsFileIsAFinding) {
  const auto times = [](double exponent, std::uint64_t bytes) {
    const double first = std::pow(static_cast<double>(bytes), exponent) / 1000;
    std::vector<std::int64_t> six;
    for (int i = 0; i < 6; ++i) six.push_back(std::llround(first * (1 + 0.01 * i)));
    return six;
  };
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::uint64_t>>{
           {"small", 1 << 20}, {"middle", 10 << 20}, {"large", 100 << 20}}) {
    use_dataset(name, bytes);
    measured(entry(Role::subject, "steep"), times(1.2, bytes));
    measured(entry(Role::subject, "straight"), times(1.0, bytes));
  }
  const Result done = result();
  ASSERT_EQ(done.growth.size(), 2u);
  EXPECT_EQ(done.growth[0].name, "read/steep/*/cache:warm/use:touch");
  EXPECT_NEAR(done.growth[0].exponent, 1.2, 1e-3);
  EXPECT_NEAR(*done.growth[0].ci_low, 1.2, 1e-3);
  EXPECT_EQ(done.growth[0].sizes, 3);
  EXPECT_EQ(done.growth[0].rounds, 6);
  EXPECT_EQ(done.growth[0].least_bytes, 1u << 20);
  EXPECT_EQ(done.growth[0].most_bytes, 100u << 20);
  EXPECT_TRUE(done.growth[0].flagged);
  EXPECT_NEAR(done.growth[1].exponent, 1.0, 1e-3);
  EXPECT_FALSE(done.growth[1].flagged);
  for (const ResultRow& row : done.rows) {
    const bool steep = row.bench_case.strategy == "steep";
    EXPECT_EQ(row.findings, steep ? std::vector<std::string>{"growth"} : std::vector<std::string>{})
        << row.bench_case.name;
  }
  EXPECT_NE(done.findings[0].detail.find("size^1.20"), std::string::npos);
  EXPECT_EQ(result().growth.size(), 2u);  // made anew, not added
}

// Ceilings over memory are a family of their own sizes, and never flagged: they are what the others
// are held against.
TEST_F(Summarize, CeilingsGrowToo) {
  for (const char* mem : {"1MiB", "16MiB", "256MiB"}) {
    Knobs knobs;
    knobs.set("mem", mem);
    const double bytes = static_cast<double>(knobs.size("mem"));
    data_.bytes = knobs.size("mem");  // what a pass claims
    measured(entry(Role::ceiling, "memory_read", Cache::as_found, knobs),
             std::vector<std::int64_t>(6, std::llround(std::pow(bytes, 1.3))));
  }
  const Result done = result();
  ASSERT_EQ(done.growth.size(), 1u);
  EXPECT_EQ(done.growth[0].name, "ceiling/memory_read/*/cache:as_found/use:touch");
  EXPECT_FALSE(done.growth[0].knobs.has("mem"));
  EXPECT_NEAR(done.growth[0].exponent, 1.3, 1e-3);
  EXPECT_FALSE(done.growth[0].flagged);
  EXPECT_TRUE(done.findings.empty());
}

// What makes a cheat visible: without any finding on a control, the run says so and fails.
TEST_F(Summarize, AControlThatNothingFlagsIsWrong) {
  ceiling_of(100'000);
  measured(entry(Role::control, "null"), std::vector<std::int64_t>(6, 100'000));
  const Result done = result();
  EXPECT_EQ(done.rows[1].status, Status::wrong);
  EXPECT_EQ(exit_code_of(done), 6);
}

TEST_F(Summarize, AFlaggedControlStaysOk) {
  measured(entry(Role::control, "null"), std::vector<std::int64_t>(6, 100'000));
  store_.add_finding({run_, "unconsumed", 0, {}, "claims all, delivers nothing", {}});
  EXPECT_EQ(result().rows[0].status, Status::ok);
}

TEST_F(Summarize, MovedCanariesAreAFindingOfTheRun) {
  measured(entry(Role::canary, "pread"), {100, 101, 100, 102, 150, 151, 150, 152});
  const Result done = result();
  ASSERT_EQ(done.findings.size(), 1u);
  EXPECT_EQ(done.findings[0].rule, "canary_moved");
  EXPECT_EQ(done.findings[0].entry_ordinal, std::nullopt);
}

TEST_F(Summarize, TwiceIsTheSameAsOnce) {
  ceiling_of(100'000);
  measured(entry(Role::subject, "read"), std::vector<std::int64_t>(6, 60'000));
  const Result first = result();
  const Result second = result();
  EXPECT_EQ(first.findings.size(), second.findings.size());
  EXPECT_EQ(first.rows[1].median_ns, second.rows[1].median_ns);
}

TEST_F(Summarize, ExitCodeSaysWhetherAnythingWasMeasured) {
  EXPECT_EQ(exit_code_of(result()), 5);
  measured(entry(Role::subject, "read"), {100});
  EXPECT_EQ(exit_code_of(result()), 0);
}

}  // namespace
}  // namespace readmark::run
