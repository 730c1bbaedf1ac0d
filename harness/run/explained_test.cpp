// Figures and unit costs from a stored run.
#include "run/explained.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "run/summarize.hpp"

namespace readmark::run {
namespace {

class Explained : public testing::Test {
 protected:
  Explained() : store_(store::Store::open(folder() / "test.db", store::Access::read_write)) {
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
  ~Explained() override {
    { const store::Store closing = std::move(store_); }  // before its file is removed
    std::error_code ignored;
    std::filesystem::remove_all(folder(), ignored);
  }

  std::filesystem::path folder() const {
    return std::filesystem::temp_directory_path() /
           ("readmark-explained-" +
            std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  }

  store::Id entry(Role role, const std::string& strategy, const std::string& data,
                  const Knobs& knobs) {
    Case c;
    c.workload = role == Role::ceiling ? "ceiling" : "read";
    c.strategy = strategy;
    c.data = data;
    c.knobs = knobs;
    c.role = role;
    c.name = case_name(c.workload, c.strategy, c.data, c.knobs, c.cache, c.use);
    store::EntryRow row;
    row.run_id = run_;
    row.ordinal = ordinal_++;
    row.case_id = store_.record_case(c, data == "-" ? std::nullopt : std::optional(dataset_));
    row.role = role;
    row.status = Status::ok;
    return store_.add_entry(row);
  }

  // One measurement of two passes; counters are over both.
  void measured(store::Id entry, std::int64_t time_ns, std::int64_t faults, std::int64_t calls,
                const std::string& effective, std::uint64_t bytes = 1 << 20) {
    store::MeasurementRow row;
    row.session_id = session_;
    row.seq = row.round.emplace(seq_++);
    row.entry_id = entry;
    row.iterations = 2;
    row.bytes = bytes;
    row.time_ns = row.min_ns.emplace(time_ns);
    row.max_ns = time_ns + 1;
    row.user_ns = row.sys_ns.emplace(0);  // as a split by ticks has it
    row.minor_faults = 2 * faults;
    row.syscalls = 2 * calls;
    row.syscall_source = "somewhere";
    row.effective = effective;
    std::vector<Sample> samples(2);
    samples[0].wall_ns = time_ns;
    samples[1].wall_ns = time_ns + 1;
    samples[0].sys_ns = samples[1].user_ns = 80'000;  // half of both together is user time
    samples[1].iteration = 1;
    store_.add_measurement(row, samples);
  }

  std::vector<ExplainedCase> explained() {
    summarize(store_, run_);
    const Result result = load_result(store_, store_.run(run_));
    return explain_run(store_, result, [](const Case& c) { return c.role == Role::subject; });
  }

  static Knobs knob(const char* key, const char* value) {
    Knobs knobs;
    knobs.set(key, value);
    return knobs;
  }

  Dataset data_;
  store::Store store_;
  store::Id run_ = 0, session_ = 0, dataset_ = 0;
  std::int64_t ordinal_ = 0, seq_ = 0;
};

constexpr const char* kCopied = R"({"bytes":"copied"})";
constexpr const char* kInPlace = R"({"bytes":"in place"})";

TEST_F(Explained, CountersArePerPassAndCpuTimeIsSplitOverAllPasses) {
  measured(entry(Role::subject, "read", "1mib", {}), 100'000, 7, 5, kCopied);
  const auto cases = explained();
  ASSERT_EQ(cases.size(), 1u);
  const CaseFigures& f = cases[0].figures;
  EXPECT_EQ(f.wall_ns, 100'000);
  EXPECT_EQ(f.minor_faults, 7);
  EXPECT_EQ(f.calls, 5);
  EXPECT_EQ(f.how, Bytes::copied);
  EXPECT_FALSE(f.device_bytes);
  EXPECT_EQ(f.user_ns, 40'000);  // half of 80 us per pass, though no pass says so
  EXPECT_EQ(f.sys_ns, 40'000);
  EXPECT_EQ(cases[0].call_source, "somewhere");
}

TEST_F(Explained, CostsComeFromTheCeilingsByTheirKnobs) {
  measured(entry(Role::subject, "read", "1mib", {}), 100'000, 7, 5, kCopied);
  measured(entry(Role::ceiling, "a", "-", knob("mem", "1MiB")), 1 << 17, 0, 0, kCopied);
  measured(entry(Role::ceiling, "b", "-", knob("mem", "1MiB")), 1 << 16, 0, 0, kInPlace);
  Knobs many = knob("mem", "1MiB");
  many.set("threads", "2");  // what two threads do together is no cost of one
  measured(entry(Role::ceiling, "a", "-", many), 1 << 10, 0, 0, kCopied);
  measured(entry(Role::ceiling, "c", "-", knob("count", "100")), 20'000, 0, 100, kCopied);
  measured(entry(Role::ceiling, "d", "-", knob("size", "64MiB")), 64'000, 128, 0, kCopied);
  measured(entry(Role::ceiling, "e", "1mib", {}), 16'000, 16, 0, kInPlace);
  measured(entry(Role::ceiling, "f", "1mib", knob("block", "1MiB")), 1 << 19, 0, 0, kCopied);
  const UnitCosts costs = explained().at(0).costs;
  EXPECT_DOUBLE_EQ(*costs.copy_gb_per_s, 8);
  EXPECT_DOUBLE_EQ(*costs.read_gb_per_s, 16);
  EXPECT_DOUBLE_EQ(*costs.device_gb_per_s, 2);
  // Of the 80 us of processor time, not of the wall time.
  EXPECT_DOUBLE_EQ(costs.call->ns, 800);
  EXPECT_DOUBLE_EQ(costs.first_touch->ns, 625);
  EXPECT_DOUBLE_EQ(costs.mapped_fault->ns, 5000);
  EXPECT_DOUBLE_EQ(costs.mapped_fault->user_share, 0.5);
}

TEST_F(Explained, ARunWithoutThemSaysWhatItCannotSplit) {
  measured(entry(Role::subject, "read", "1mib", {}), 100'000, 7, 5, "{}");
  const auto cases = explained();
  EXPECT_EQ(cases[0].figures.how, Bytes::unknown);
  EXPECT_FALSE(cases[0].costs.call || cases[0].costs.first_touch || cases[0].costs.copy_gb_per_s);
  EXPECT_EQ(cases[0].why.unexplained_ns, 40'000);  // the system time
}

TEST_F(Explained, DirectIsToldByTheKnobOrByWhatWasDone) {
  measured(entry(Role::subject, "read", "1mib", knob("direct", "on")), 100'000, 0, 5, kCopied);
  measured(entry(Role::subject, "ring", "1mib", {}), 100'000, 0, 5,
           R"({"bytes":"copied","direct":"512-byte aligned"})");  // always, without a knob
  const auto cases = explained();
  EXPECT_EQ(cases[0].figures.how, Bytes::direct);
  EXPECT_EQ(cases[1].figures.how, Bytes::direct);
}

TEST_F(Explained, ACaseWithoutFiguresKeepsItsReason) {
  store_.set_entry_status(entry(Role::subject, "read", "1mib", {}), Status::failed, "cannot open");
  const auto cases = explained();
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_FALSE(cases[0].measured());
  EXPECT_EQ(cases[0].row.reason, "cannot open");
  EXPECT_TRUE(cases[0].why.parts.empty());
}

}  // namespace
}  // namespace readmark::run
