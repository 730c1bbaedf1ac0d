// For tests: a folder of their own, and a database with one small run in it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "store/store.hpp"

namespace readmark::store {

/// A new folder under the system's temporary one, removed at the end.
class TestFolder {
 public:
  TestFolder() : path_(std::filesystem::temp_directory_path() / ("readmark-store-" + new_uuid())) {
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline Dataset test_dataset(const std::string& name = "2k", std::uint64_t bytes = 641'238) {
  Dataset dataset;
  dataset.name = name;
  dataset.kind = "file";
  dataset.bytes = bytes;
  dataset.lines = 2000;
  dataset.newline_bytes = 2000;
  dataset.longest_line = 500;
  dataset.digest = {0x0123456789abcdefU, bytes, bytes};
  dataset.spec = R"({"lines":2000})";
  dataset.generator = "log 1";
  return dataset;
}

inline Case test_case(const std::string& buffer = "64KiB", const std::string& data = "2k") {
  Case bench_case;
  bench_case.workload = "read";
  bench_case.strategy = "pread";
  bench_case.data = data;
  bench_case.knobs.set("buf", buffer);
  bench_case.knobs.set("threads", "1");
  bench_case.knobs.set("direct", "off");
  bench_case.name = "read/pread/" + data + "/buf:" + buffer + "/cache:warm/use:touch";
  return bench_case;
}

/// A host, a run with a session and one entry: enough to add measurements to.
struct TestRun {
  Id host = 0, environment = 0, dataset = 0, bench_case = 0, run = 0, session = 0, entry = 0;
  std::string uuid;
};

inline Key test_host_key(const std::string& model = "cpu a") {
  const FactRow facts[] = {{"cpu.model", model, "/proc/cpuinfo"}};
  return host_key(facts, "");
}

inline TestRun add_test_run(Store& store, std::int64_t started_ns = 1'700'000'000'000'000'000,
                            const std::string& profile = "quick",
                            const std::string& uuid = new_uuid(),
                            const Key& host = test_host_key()) {
  TestRun ids;
  ids.uuid = uuid;
  store.transaction([&] {
    ids.host = store.record_host(host, "bench box");
    const FactRow facts[] = {{"cpu.model", "cpu a", "/proc/cpuinfo"},
                             {"cpu.governor", "", "/sys", FactStatus::absent}};
    ids.environment = store.record_environment(ids.host, facts);
    ids.dataset = store.record_dataset(test_dataset());
    ids.bench_case = store.record_case(test_case(), ids.dataset);
    RunRow run;
    run.uuid = uuid;
    run.profile = profile;
    run.seed = 0xffffffffffffffffU;
    run.argv = R"(["readmark","run"])";
    run.settings = R"({"rounds":6})";
    run.started_ns = started_ns;
    ids.run = store.begin_run(run);
    SessionRow session;
    session.uuid = new_uuid();
    session.run_id = ids.run;
    session.environment_id = ids.environment;
    session.started_ns = started_ns;
    session.clock_step_ns = 20;
    ids.session = store.begin_session(session);
    PlacementRow placement;
    placement.run_id = ids.run;
    placement.dataset_id = ids.dataset;
    placement.path_hash = hash_path("x");
    placement.filesystem = "ext4";
    store.add_placement(placement);
    EntryRow entry;
    entry.run_id = ids.run;
    entry.case_id = ids.bench_case;
    entry.placement = 0;
    ids.entry = store.add_entry(entry);
  });
  return ids;
}

inline MeasurementRow test_measurement(const TestRun& ids, std::int64_t seq) {
  MeasurementRow row;
  row.session_id = ids.session;
  row.seq = seq;
  row.entry_id = ids.entry;
  row.round = seq;
  row.started_ns = 1'700'000'000'000'000'000 + seq;
  row.iterations = 2;
  row.bytes = 641'238;
  row.time_ns = 100'000 + seq;
  row.min_ns = 90'000;
  row.max_ns = 110'000 + seq;
  return row;
}

inline std::vector<Sample> test_samples(std::int64_t time_ns = 100'000) {
  std::vector<Sample> samples(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    samples[i].iteration = i;
    samples[i].wall_ns = time_ns + i;
    samples[i].user_ns = 5;
    samples[i].sys_ns = 7;
  }
  return samples;
}

/// The sentence that `work` fails with; a failure of the test if it does not fail with an Error.
template <class Error, class Work>
std::string sentence_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of failure: " << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no failure";
  return {};
}

inline void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline SummaryRow time_summary(const TestRun& ids) {
  SummaryRow summary;
  summary.entry_id = ids.entry;
  summary.metric = "time_ns";
  summary.n = 6;
  summary.median = 100'000;
  summary.ci_low = 99'000;
  summary.ci_high = 104'000;
  summary.ci_level = 0.96875;
  summary.mad = 1;
  summary.min = 2;
  summary.max = 3;
  summary.mean = 4;
  summary.sd = 5;
  summary.outliers = 6;
  summary.stats_version = 1;
  return summary;
}

}  // namespace readmark::store
