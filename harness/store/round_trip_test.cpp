// What is written comes back, all of it.
#include <gtest/gtest.h>

#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

class RoundTrip : public testing::Test {
 protected:
  // Reads by another connection: what came back was really committed.
  Store reader() { return Store::open(folder_ / "a.db", Access::read_only); }

  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
  TestRun ids_ = add_test_run(store_);
};

MeasurementRow full_measurement(const TestRun& ids) {
  MeasurementRow row = test_measurement(ids, 3);
  row.kind = MeasurementKind::first;
  row.round.reset();
  row.position = 4;
  row.scope = Scope::part;
  row.start_offset_ns = 11;
  row.status = Status::invalid;
  row.reason = "still resident";
  row.exit_code = 9;
  row.time_stat = TimeStat::mean;
  row.user_ns = 12;
  row.sys_ns = 13;
  row.peak_rss_bytes = 14;
  row.rss_anon_bytes = 15;
  row.rss_file_bytes = 16;
  row.minor_faults = 17;
  row.major_faults = 18;
  row.ctx_vol = 19;
  row.ctx_inv = 20;
  row.syscalls = 21;
  row.syscall_source = "/proc/self/io";
  row.retries = 22;
  row.cache_method = "fadvise";
  row.proof = Proof::upper_layer;
  row.resident_before = 0.25;
  row.resident_after = 1;
  row.victim_resident = 0.75;
  row.device_bytes = 23;
  row.evict_ns = 24;
  row.checksum = "00ff";
  row.effective = R"({"direct":"no"})";
  row.samples = SamplesKept::kept;
  return row;
}

// Every column by name, so that a pair of columns that changed places is seen.
void expect_stored(SQLite::Database& database, const std::string& table, Id id,
                   const std::vector<std::pair<std::string, std::string>>& expected) {
  for (const auto& [column, value] : expected) {
    Query query(database, "SELECT " + column + " FROM " + table + " WHERE id = ?", id);
    ASSERT_TRUE(query.next());
    std::string stored;
    query >> stored;
    EXPECT_EQ(stored, value) << table << "." << column;
  }
}

TEST_F(RoundTrip, MeasurementColumns) {
  const MeasurementRow row = full_measurement(ids_);
  const Id id = store_.add_measurement(row, test_samples());
  SQLite::Database raw((folder_ / "a.db").string(), SQLite::OPEN_READONLY);
  expect_stored(raw, "measurement", id,
                {{"seq", "3"},
                 {"kind", "first"},
                 {"round", ""},
                 {"position", "4"},
                 {"scope", "part"},
                 {"start_offset_ns", "11"},
                 {"status", "invalid"},
                 {"reason", "still resident"},
                 {"exit_code", "9"},
                 {"started_ns", "1700000000000000003"},
                 {"iterations", "2"},
                 {"bytes", "641238"},
                 {"time_ns", "100003"},
                 {"time_stat", "mean"},
                 {"min_ns", "90000"},
                 {"max_ns", "110003"},
                 {"user_ns", "12"},
                 {"sys_ns", "13"},
                 {"peak_rss_bytes", "14"},
                 {"rss_anon_bytes", "15"},
                 {"rss_file_bytes", "16"},
                 {"minor_faults", "17"},
                 {"major_faults", "18"},
                 {"ctx_vol", "19"},
                 {"ctx_inv", "20"},
                 {"syscalls", "21"},
                 {"syscall_source", "/proc/self/io"},
                 {"retries", "22"},
                 {"cache_method", "fadvise"},
                 {"proof", "upper_layer"},
                 {"resident_before", "0.25"},
                 {"resident_after", "1.0"},
                 {"victim_resident", "0.75"},
                 {"device_bytes", "23"},
                 {"evict_ns", "24"},
                 {"checksum", "00ff"},
                 {"effective", R"({"direct":"no"})"},
                 {"samples", "kept"}});
}

TEST_F(RoundTrip, MeasurementRead) {
  const MeasurementRow row = full_measurement(ids_);
  const Id id = store_.add_measurement(row, test_samples());
  const auto back = reader().measurements(ids_.run);
  ASSERT_EQ(back.size(), 1u);
  const MeasurementRow& read = back[0].row;
  EXPECT_EQ(back[0].entry_ordinal, 0);
  EXPECT_EQ(read.id, id);
  EXPECT_EQ(read.seq, row.seq);
  EXPECT_EQ(read.kind, row.kind);
  EXPECT_EQ(read.round, row.round);
  EXPECT_EQ(read.position, row.position);
  EXPECT_EQ(read.scope, row.scope);
  EXPECT_EQ(read.start_offset_ns, row.start_offset_ns);
  EXPECT_EQ(read.status, row.status);
  EXPECT_EQ(read.reason, row.reason);
  EXPECT_EQ(read.exit_code, row.exit_code);
  EXPECT_EQ(read.started_ns, row.started_ns);
  EXPECT_EQ(read.iterations, row.iterations);
  EXPECT_EQ(read.bytes, row.bytes);
  EXPECT_EQ(read.time_ns, row.time_ns);
  EXPECT_EQ(read.time_stat, row.time_stat);
  EXPECT_EQ(read.min_ns, row.min_ns);
  EXPECT_EQ(read.max_ns, row.max_ns);
  EXPECT_EQ(read.user_ns, row.user_ns);
  EXPECT_EQ(read.sys_ns, row.sys_ns);
  EXPECT_EQ(read.peak_rss_bytes, row.peak_rss_bytes);
  EXPECT_EQ(read.rss_anon_bytes, row.rss_anon_bytes);
  EXPECT_EQ(read.rss_file_bytes, row.rss_file_bytes);
  EXPECT_EQ(read.minor_faults, row.minor_faults);
  EXPECT_EQ(read.major_faults, row.major_faults);
  EXPECT_EQ(read.ctx_vol, row.ctx_vol);
  EXPECT_EQ(read.ctx_inv, row.ctx_inv);
  EXPECT_EQ(read.syscalls, row.syscalls);
  EXPECT_EQ(read.syscall_source, row.syscall_source);
  EXPECT_EQ(read.retries, row.retries);
  EXPECT_EQ(read.cache_method, row.cache_method);
  EXPECT_EQ(read.proof, row.proof);
  EXPECT_EQ(read.resident_before, row.resident_before);
  EXPECT_EQ(read.resident_after, row.resident_after);
  EXPECT_EQ(read.victim_resident, row.victim_resident);
  EXPECT_EQ(read.device_bytes, row.device_bytes);
  EXPECT_EQ(read.evict_ns, row.evict_ns);
  EXPECT_EQ(read.checksum, row.checksum);
  EXPECT_EQ(read.effective, row.effective);
  EXPECT_EQ(read.samples, row.samples);
}

TEST_F(RoundTrip, WhatIsNotKnownStaysUnknown) {
  MeasurementRow row = test_measurement(ids_, 0);
  row.time_ns.reset();
  row.min_ns.reset();
  row.max_ns.reset();
  row.status = Status::crashed;
  row.iterations = 0;
  store_.add_measurement(row, {});
  const MeasurementRow read = reader().measurements(ids_.run).front().row;
  EXPECT_FALSE(read.time_ns);
  EXPECT_FALSE(read.device_bytes);
  EXPECT_FALSE(read.resident_before);
  EXPECT_FALSE(read.peak_rss_bytes);
  EXPECT_FALSE(read.reason);
}

TEST_F(RoundTrip, Samples) {
  auto samples = test_samples();
  samples[1].device_bytes = 4096;
  samples[1].resident_before = 0.5;
  samples.push_back(samples[1]);
  samples[2].phase = "join";
  const Id id = store_.add_measurement(test_measurement(ids_, 0), samples);
  const auto back = reader().samples(id);
  ASSERT_EQ(back.size(), 3u);
  EXPECT_EQ(back[0].phase, "whole");
  EXPECT_EQ(back[0].wall_ns, 100'000);
  EXPECT_EQ(back[0].user_ns, 5);
  EXPECT_EQ(back[0].sys_ns, 7);
  EXPECT_FALSE(back[0].device_bytes);
  EXPECT_EQ(back[1].device_bytes, 4096u);
  EXPECT_EQ(back[1].resident_before, 0.5);
  EXPECT_EQ(back[2].phase, "join");
}

TEST_F(RoundTrip, AMeasurementWithABadSampleLeavesNothing) {
  auto samples = test_samples();
  samples[1].phase = "no such phase";
  EXPECT_THROW(store_.add_measurement(test_measurement(ids_, 0), samples), RuntimeError);
  samples = test_samples();
  samples[1].iteration = 0;  // twice
  EXPECT_THROW(store_.add_measurement(test_measurement(ids_, 0), samples), RuntimeError);
  EXPECT_TRUE(reader().measurements(ids_.run).empty());
  store_.add_measurement(test_measurement(ids_, 0), test_samples());
  EXPECT_EQ(reader().measurements(ids_.run).size(), 1u);
}

TEST_F(RoundTrip, SeqIsUniqueWithinASession) {
  EXPECT_EQ(store_.next_seq(ids_.session), 0);
  store_.add_measurement(test_measurement(ids_, 0), test_samples());
  EXPECT_EQ(store_.next_seq(ids_.session), 1);
  EXPECT_THROW(store_.add_measurement(test_measurement(ids_, 0), test_samples()), RuntimeError);
}

TEST_F(RoundTrip, PlanWithCaseAndDataset) {
  const auto plan = reader().plan(ids_.run);
  ASSERT_EQ(plan.size(), 1u);
  EXPECT_EQ(plan[0].entry.id, ids_.entry);
  EXPECT_EQ(plan[0].entry.placement, 0);
  EXPECT_FALSE(plan[0].entry.status);
  const Case expected = test_case();
  const Case& read = plan[0].bench_case;
  EXPECT_EQ(read.name, expected.name);
  EXPECT_EQ(read.workload, expected.workload);
  EXPECT_EQ(read.strategy, expected.strategy);
  EXPECT_EQ(read.data, expected.data);
  EXPECT_EQ(read.knobs, expected.knobs);
  EXPECT_EQ(read.cache, expected.cache);
  EXPECT_EQ(read.use, expected.use);
  EXPECT_EQ(read.role, expected.role);
  const Dataset dataset = plan[0].dataset.value();
  EXPECT_EQ(dataset.name, "2k");
  EXPECT_EQ(dataset.bytes, test_dataset().bytes);
  EXPECT_EQ(dataset.lines, 2000u);
  EXPECT_EQ(dataset.newline_bytes, 2000u);
  EXPECT_EQ(dataset.longest_line, 500u);
  EXPECT_EQ(dataset.digest, test_dataset().digest);
  EXPECT_EQ(dataset.spec, test_dataset().spec);
  EXPECT_EQ(dataset.generator, "log 1");
}

TEST_F(RoundTrip, ACaseWithoutData) {
  Case copy = test_case("64KiB", "-");
  copy.workload = "ceiling";
  copy.cache = Cache::as_found;
  copy.use = Use::none;
  EntryRow entry;
  entry.run_id = ids_.run;
  entry.ordinal = 1;
  entry.case_id = store_.record_case(copy, std::nullopt);
  entry.role = Role::ceiling;
  entry.arm = "a";
  entry.params = "{}";
  entry.build_id = store_.record_build({});
  store_.add_entry(entry);
  const auto plan = reader().plan(ids_.run);
  ASSERT_EQ(plan.size(), 2u);
  EXPECT_FALSE(plan[1].dataset);
  EXPECT_EQ(plan[1].bench_case.role, Role::ceiling);
  EXPECT_EQ(plan[1].bench_case.cache, Cache::as_found);
  EXPECT_EQ(plan[1].bench_case.use, Use::none);
  EXPECT_EQ(plan[1].entry.arm, "a");
  EXPECT_EQ(plan[1].entry.build_id, entry.build_id);
}

TEST_F(RoundTrip, EntryStatus) {
  store_.set_entry_status(ids_.entry, Status::timeout, "took 61 s");
  auto entry = reader().plan(ids_.run).front().entry;
  EXPECT_EQ(entry.status, Status::timeout);
  EXPECT_EQ(entry.reason, "took 61 s");
  store_.set_entry_status(ids_.entry, std::nullopt, "");
  entry = reader().plan(ids_.run).front().entry;
  EXPECT_FALSE(entry.status);
  EXPECT_FALSE(entry.reason);
}

TEST_F(RoundTrip, RunAndSession) {
  store_.set_run_state(ids_.run, RunState::interrupted);
  store_.add_label(ids_.run, "branch", "feature/x");
  store_.add_label(ids_.run, "branch", "feature/x");
  store_.end_session(ids_.session, 77, 130);
  const Store read = reader();
  const RunRow run = read.run(ids_.run);
  EXPECT_EQ(run.uuid, ids_.uuid);
  EXPECT_EQ(run.kind, RunKind::run);
  EXPECT_EQ(run.profile, "quick");
  EXPECT_EQ(run.seed, 0xffffffffffffffffU);
  EXPECT_EQ(run.argv, R"(["readmark","run"])");
  EXPECT_EQ(run.settings, R"({"rounds":6})");
  EXPECT_EQ(run.state, RunState::interrupted);
  const auto sessions = read.sessions(ids_.run);
  ASSERT_EQ(sessions.size(), 1u);
  EXPECT_EQ(sessions[0].ended_ns, 77);
  EXPECT_EQ(sessions[0].exit_code, 130);
  EXPECT_EQ(sessions[0].clock_step_ns, 20);
  const auto labels = read.labels(ids_.run);
  ASSERT_EQ(labels.size(), 1u);
  EXPECT_EQ(labels[0].value, "feature/x");
  const auto placements = read.placements(ids_.run);
  ASSERT_EQ(placements.size(), 1u);
  EXPECT_EQ(placements[0].filesystem, "ext4");
  EXPECT_EQ(placements[0].device, "");
}

TEST_F(RoundTrip, Noise) {
  NoiseRow noise;
  noise.session_id = ids_.session;
  noise.round = 1;
  noise.load = 0.5;
  noise.steal = 0.01;
  noise.psi_io = 1;
  noise.psi_mem = 2;
  noise.psi_cpu = 3;
  noise.freq_khz = 2'400'000;
  store_.add_noise(noise);
  noise.load = 0.75;
  store_.add_noise(noise);
  const auto back = reader().noise(ids_.run);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].load, 0.75);
  EXPECT_EQ(back[0].steal, 0.01);
  EXPECT_EQ(back[0].psi_io, 1);
  EXPECT_EQ(back[0].psi_mem, 2);
  EXPECT_EQ(back[0].psi_cpu, 3);
  EXPECT_EQ(back[0].freq_khz, 2'400'000);
  EXPECT_FALSE(back[0].temp);
}

TEST_F(RoundTrip, SummariesAndFindings) {
  store_.add_summary(time_summary(ids_));
  store_.add_summary(time_summary(ids_));
  store_.add_finding({ids_.run, "sparse", 0, std::nullopt, "holes", 1});
  store_.add_finding(
      {ids_.run, "concurrent", std::nullopt, std::nullopt, "another run", std::nullopt});
  {
    const Store read = reader();
    const auto summaries = read.summaries(ids_.run);
    ASSERT_EQ(summaries.size(), 1u);
    const SummaryRow& row = summaries[0].row;
    EXPECT_EQ(summaries[0].entry_ordinal, 0);
    EXPECT_EQ(row.phase, "whole");
    EXPECT_EQ(row.median, 100'000);
    EXPECT_EQ(row.ci_low, 99'000);
    EXPECT_EQ(row.ci_high, 104'000);
    EXPECT_EQ(row.ci_level, 0.96875);
    EXPECT_EQ(row.mad, 1);
    EXPECT_EQ(row.min, 2);
    EXPECT_EQ(row.max, 3);
    EXPECT_EQ(row.mean, 4);
    EXPECT_EQ(row.sd, 5);
    EXPECT_EQ(row.outliers, 6);
    const auto findings = read.findings(ids_.run);
    ASSERT_EQ(findings.size(), 2u);
    EXPECT_EQ(findings[0].rule, "concurrent");
    EXPECT_FALSE(findings[0].entry_ordinal);
    EXPECT_FALSE(findings[0].round);
    EXPECT_EQ(findings[1].entry_ordinal, 0);
    EXPECT_EQ(findings[1].detail, "holes");
  }
  store_.clear_derived(ids_.run);
  EXPECT_TRUE(reader().summaries(ids_.run).empty());
  const auto left = reader().findings(ids_.run);
  ASSERT_EQ(left.size(), 1u);  // what was seen while running cannot be computed again
  EXPECT_EQ(left[0].rule, "concurrent");
}

TEST_F(RoundTrip, TransactionIsAllOrNothing) {
  EXPECT_THROW(store_.transaction([&] {
    store_.add_measurement(test_measurement(ids_, 0), test_samples());
    throw RuntimeError("stop");
  }),
               RuntimeError);
  EXPECT_TRUE(reader().measurements(ids_.run).empty());
  store_.transaction([&] {
    store_.add_measurement(test_measurement(ids_, 0), test_samples());
    EXPECT_THROW(store_.transaction([&] {
      store_.add_measurement(test_measurement(ids_, 1), test_samples());
      throw RuntimeError("stop the inner");
    }),
                 RuntimeError);
  });
  EXPECT_EQ(reader().measurements(ids_.run).size(), 1u);
}

TEST_F(RoundTrip, TextFromOutsideIsMadePrintable) {
  store_.set_entry_status(ids_.entry, Status::failed, "bad \xff byte\x1b[31m");
  EXPECT_EQ(reader().plan(ids_.run).front().entry.reason, "bad %FF byte%1B[31m");
}

TEST_F(RoundTrip, ListRuns) {
  store_.add_measurement(test_measurement(ids_, 0), test_samples());
  store_.set_entry_status(ids_.entry, Status::ok, "");
  store_.add_label(ids_.run, "k", "v");
  const TestRun newer = add_test_run(store_, 1'800'000'000'000'000'000);
  const auto runs = reader().list_runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].run.uuid, newer.uuid);
  EXPECT_EQ(runs[0].statuses.at(""), 1);
  EXPECT_EQ(runs[1].statuses.at("ok"), 1);
  EXPECT_EQ(runs[1].measurements, 1);
  EXPECT_EQ(runs[1].sessions, 1);
  EXPECT_EQ(runs[1].entries, 1);
  EXPECT_EQ(runs[1].host, "bench box");
  EXPECT_EQ(runs[1].labels.at(0).name, "k");
}

}  // namespace
}  // namespace readmark::store
