// Rows of the database as plain values: the columns of README.md, std::optional where a column may
// be NULL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/case.hpp"
#include "core/dataset.hpp"

namespace readmark::store {

/// A local row number: good for joins in this database, never for identity beyond it.
using Id = std::int64_t;

/// The portable identity of a host, environment, build, dataset or case: a hash of its content.
using Key = std::array<std::byte, 16>;
std::string to_hex(const Key& key);  // 32 lower-case digits

enum class RunKind { run, ab, aa, study, advise, fleet, import };
enum class RunState { running, finished, interrupted, failed };
enum class MeasurementKind { verify, first, timed };
enum class Scope { whole, part };      // part: of one rank
enum class TimeStat { median, mean };  // what time_ns is over the iterations
enum class Proof { physical, upper_layer, residency, none };
enum class SamplesKept { kept, none, pruned };
enum class FactStatus { ok, denied, absent };
enum class SummaryOrigin { computed, imported };

std::string_view to_text(RunKind);
std::string_view to_text(RunState);
std::string_view to_text(MeasurementKind);
std::string_view to_text(Scope);
std::string_view to_text(TimeStat);
std::string_view to_text(Proof);
std::string_view to_text(SamplesKept);
std::string_view to_text(FactStatus);
std::string_view to_text(SummaryOrigin);

struct FactRow {
  std::string name;
  std::string value;  // empty unless status is ok
  std::string source;
  FactStatus status = FactStatus::ok;
};

struct HostRow {
  Id id = 0;
  Key key{};
  std::string label;
};

struct BuildRow {
  Id id = 0;
  std::string version, revision, type, compiler, flags;
  bool dirty = false;
  std::map<std::string, std::string> libraries;
};

struct RunRow {
  Id id = 0;         // set by begin_run()
  std::string uuid;  // new_uuid()
  RunKind kind = RunKind::run;
  std::string profile;  // empty: none
  std::uint64_t seed = 0;
  std::string argv = "[]";  // JSON array of texts
  std::string settings =
      "{}";  // JSON: the profile as applied, cells and limits; what --resume goes on with
  std::int64_t started_ns = 0;
  RunState state = RunState::running;
};

struct LabelRow {
  std::string name;
  std::string value;
};

struct SessionRow {
  Id id = 0;         // set by begin_session()
  std::string uuid;  // new_uuid()
  Id run_id = 0;
  std::int64_t rank = 0;
  std::optional<Id> environment_id;
  std::int64_t started_ns = 0;
  std::optional<std::int64_t> ended_ns;  // empty: still running, or killed
  std::optional<std::int64_t> exit_code;
  std::optional<std::int64_t> clock_step_ns;
};

/// Where one dataset of a run lay. Several runs on one place have one row each.
struct PlacementRow {
  Id run_id = 0;
  std::int64_t ordinal = 0;
  std::optional<Id> dataset_id;
  std::string path_hash;                          // hash_path(): the path itself is not kept
  std::string filesystem, device, mount_options;  // empty: not known
  std::string facts = "{}";                       // JSON object
};

/// One line of the plan. `status` is empty until it is decided, so that what never ran is known.
struct EntryRow {
  Id id = 0;  // set by add_entry()
  Id run_id = 0;
  std::int64_t ordinal = 0;
  Id case_id = 0;
  std::optional<std::string> arm;
  std::optional<std::string> params;  // JSON
  std::optional<Id> build_id;
  std::optional<std::int64_t> placement;  // PlacementRow::ordinal
  Role role = Role::subject;
  std::optional<Status> status;
  std::optional<std::string> reason;
};

struct MeasurementRow {
  Id id = 0;  // set by add_measurement()
  Id session_id = 0;
  std::int64_t seq = 0;  // 0, 1, 2, .. within the session
  Id entry_id = 0;
  MeasurementKind kind = MeasurementKind::timed;
  std::optional<std::int64_t>
      round;                  // empty: unpaired (imports), or outside the rounds (verify, first)
  std::int64_t position = 0;  // within the round
  Scope scope = Scope::whole;
  std::optional<std::int64_t> start_offset_ns;
  Status status = Status::ok;
  std::optional<std::string> reason;
  std::optional<std::int64_t> exit_code;
  std::int64_t started_ns = 0;
  std::int64_t iterations = 0;          // that gave a sample
  std::optional<std::uint64_t> bytes;   // of one iteration
  std::optional<std::int64_t> time_ns;  // never 0 in place of "no time"
  TimeStat time_stat = TimeStat::median;
  std::optional<std::int64_t> min_ns, max_ns;
  std::optional<std::int64_t> user_ns,
      sys_ns;  // of one iteration, by the same statistic as time_ns
  std::optional<std::uint64_t> peak_rss_bytes, rss_anon_bytes, rss_file_bytes;
  std::optional<std::int64_t> minor_faults, major_faults, ctx_vol, ctx_inv;  // over all iterations
  std::optional<std::int64_t> syscalls;
  std::optional<std::string> syscall_source;
  std::optional<std::int64_t> retries;
  std::optional<std::string> cache_method;
  Proof proof = Proof::none;
  std::optional<double> resident_before, resident_after;  // 0..1, the worst of the iterations
  std::optional<double> victim_resident;      // 0..1, of a file of others, after a verifying pass
  std::optional<std::uint64_t> device_bytes;  // of one iteration, the worst
  std::optional<std::int64_t> evict_ns;
  std::optional<std::string> checksum;
  std::string effective = "{}";  // JSON object
  SamplesKept samples = SamplesKept::kept;
};

struct SampleRow {
  std::int64_t iteration = 0;
  std::string phase;
  std::int64_t wall_ns = 0;
  std::int64_t user_ns = 0;
  std::int64_t sys_ns = 0;
  std::optional<std::uint64_t> device_bytes;
  std::optional<double> resident_before;
};

struct NoiseRow {
  Id session_id = 0;
  std::int64_t round = 0;
  std::optional<double> load, steal;
  std::optional<double> psi_io, psi_mem, psi_cpu;
  std::optional<std::int64_t> freq_khz;
  std::optional<double> temp;
};

/// Empty entry_ordinal: of the whole run; empty round: of all rounds. In the database these are -1,
/// because they are part of the primary key.
struct FindingRow {
  Id run_id = 0;
  std::string rule;  // "sparse", "above_ceiling", "unconsumed", "canary_moved", "concurrent", ..
  std::optional<std::int64_t> entry_ordinal;
  std::optional<std::int64_t> round;
  std::string detail;                         // a sentence
  std::optional<std::int64_t> stats_version;  // empty: seen while running; clear_derived() keeps it
};

struct SummaryRow {
  Id entry_id = 0;
  std::string metric;  // "time_ns", "user_ns", "sys_ns", "peak_rss_bytes", "device_bytes", ..
  std::string phase = "whole";
  std::int64_t n = 0;
  double median = 0;
  std::optional<double> ci_low, ci_high, ci_level;  // all or none
  std::optional<double> mad, min, max, mean, sd;
  std::optional<std::int64_t> outliers;
  SummaryOrigin origin = SummaryOrigin::computed;
  std::int64_t stats_version = 0;
};

/// How time grows with size over the datasets of one run, for a family of entries that differ in
/// nothing but the file.
struct GrowthRow {
  Id run_id = 0;
  std::string name;  // the cases' name with "*" for the dataset
  std::string workload, strategy;
  Knobs knobs;
  Cache cache = Cache::warm;
  Use use = Use::touch;
  Role role = Role::subject;
  std::int64_t sizes = 0;
  std::uint64_t least_bytes = 0, most_bytes = 0;
  std::int64_t rounds = 0;  // that have every size
  double exponent = 0;
  std::optional<double> ci_low, ci_high, ci_level;  // all or none
  bool flagged = false;                             // the whole interval is above the limit
  std::int64_t stats_version = 0;
};

// --- answers of queries
// ---------------------------------------------------------------------------------

struct PlanEntry {
  EntryRow entry;
  Case bench_case;                 // role from the entry
  std::optional<Dataset> dataset;  // without its path, which is not kept; named as in the case
};

struct RunOverview {
  RunRow run;
  std::vector<LabelRow> labels;
  std::string host;  // the host's label, or the first 8 digits of its key
  std::int64_t sessions = 0;
  std::int64_t entries = 0;
  std::int64_t measurements = 0;
  std::map<std::string, std::int64_t> statuses;  // of entries; "" = never run
};

struct RunMeasurement {
  MeasurementRow row;
  std::int64_t entry_ordinal = 0;
};

struct RunSummary {
  SummaryRow row;
  std::int64_t entry_ordinal = 0;
};

struct StoreInfo {
  std::uint64_t bytes = 0;      // of the file
  std::uint64_t wal_bytes = 0;  // not yet moved into it
  std::int64_t schema_version = 0;
  std::int64_t page_size = 0, pages = 0, free_pages = 0;
  std::string journal_mode;
  std::map<std::string, std::int64_t> rows;  // by table
  std::optional<std::int64_t> first_run_ns, last_run_ns;
};

}  // namespace readmark::store
