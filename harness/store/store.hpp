// The result database: the only door to SQLite. See README.md for its tables.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/build.hpp"
#include "core/case.hpp"
#include "core/dataset.hpp"
#include "core/sample.hpp"
#include "store/rows.hpp"

namespace readmark::store {

enum class Access {
  read_write,  // makes the folder and the file if missing, brings an older database up to date
  read_only,   // the file must be there; nothing is changed
};

/// The schema's version of this program: the number of its last migration.
int latest_schema_version();

/// A random UUID (version 4), lower case with dashes.
std::string new_uuid();

/// A hash of the absolute path, 32 hex digits.
std::string hash_path(const std::filesystem::path& path);

/// The identity of a host: its stable hardware facts and the user's label for it. Name and value
/// count, not the order, not the source.
Key host_key(std::span<const FactRow> stable_facts, std::string_view label);

/// Every failure is a RuntimeError with a sentence that names the database and a way out. Not for
/// use by several threads at once; several processes may have the same database open.
class Store {
 public:
  static Store open(const std::filesystem::path& path, Access access);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  const std::filesystem::path& path() const;
  /// A sentence for the user if the database could not be opened in the usual way (no write-ahead
  /// log on this filesystem, read without locks); empty if all is well.
  const std::string& warning() const;

  /// Runs `work` in one transaction; an exception rolls it back. Calls inside it join it. Without
  /// it each writing call below is a transaction of its own, on stable storage when it returns.
  void transaction(const std::function<void()>& work);

  // --- roots: insert or find
  // -----------------------------------------------------------------------------
  Id record_host(const Key& key, std::string_view label);
  /// Same host and same facts, same environment: leave out what changes by the minute (free memory,
  /// load).
  Id record_environment(Id host, std::span<const FactRow> facts);
  Id record_build(const Build& build);
  Id record_dataset(const Dataset& dataset);
  /// `dataset` is empty for a case without data ("-"). Knobs that a later version added are filled
  /// in.
  Id record_case(const Case& bench_case, std::optional<Id> dataset);

  // --- a run
  // ---------------------------------------------------------------------------------------------
  Id begin_run(const RunRow& run);
  void set_run_state(Id run, RunState state);
  void add_label(Id run, std::string_view name, std::string_view value);
  Id begin_session(const SessionRow& session);
  void end_session(Id session, std::int64_t ended_ns, int exit_code);
  void add_placement(const PlacementRow& placement);
  /// The whole plan belongs into one transaction().
  Id add_entry(const EntryRow& entry);
  void set_entry_status(Id entry, std::optional<Status> status, std::string_view reason);
  /// One transaction: when this returns, the row and its samples survive a power cut.
  Id add_measurement(const MeasurementRow& row, std::span<const Sample> samples);
  /// Replaces what is there for the same session and round.
  void add_noise(const NoiseRow& noise);

  // --- derived: rebuilt from raw rows
  // --------------------------------------------------------------------
  void add_finding(const FindingRow& finding);  // replaces the same finding
  void add_summary(const SummaryRow& summary);  // replaces the same summary
  void add_growth(const GrowthRow& growth);     // replaces that of the same family
  /// Forgets the growth, summaries and findings that statistics made (FindingRow::stats_version
  /// set).
  void clear_derived(Id run);

  /// Moves the write-ahead log into the file, so that the one file is all there is. Does nothing
  /// (and does not wait) while another process uses the database.
  void checkpoint();

  // --- queries
  // -------------------------------------------------------------------------------------------
  /// RUN of the command line, but for paths (names_a_file()): latest[~N] among the runs of this
  /// host and profile (empty: of any), label K=V[~N], or at least four hex digits of the UUID.
  /// Throws UsageError: none (with the way out), several (with the candidates), or malformed.
  RunRow find_run(std::string_view selector, const std::optional<Key>& host = {},
                  const std::optional<std::string>& profile = {}) const;
  RunRow run(Id run) const;
  std::vector<RunOverview> list_runs() const;  // newest first
  std::vector<LabelRow> labels(Id run) const;
  std::vector<SessionRow> sessions(Id run) const;
  std::int64_t next_seq(Id session) const;  // for MeasurementRow::seq
  std::vector<PlacementRow> placements(Id run) const;
  std::vector<PlanEntry> plan(Id run) const;               // by ordinal
  std::vector<RunMeasurement> measurements(Id run) const;  // in the order in which they were made
  std::vector<SampleRow> samples(Id measurement) const;    // by iteration
  std::vector<NoiseRow> noise(Id run) const;
  std::vector<FindingRow> findings(Id run) const;
  std::vector<RunSummary> summaries(Id run) const;
  std::vector<GrowthRow> growth(Id run) const;       // by name
  std::vector<FactRow> facts(Id environment) const;  // by name
  HostRow host(Id environment) const;
  BuildRow build(Id build) const;

  // --- the database itself
  // -------------------------------------------------------------------------------
  StoreInfo info() const;
  /// Sentences, one per trouble: integrity_check, foreign_key_check, and invariants of our own.
  /// Empty: sound.
  std::vector<std::string> check() const;

 private:
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// True if RUN is a path (contains a separator, or ends in .db or .json) and not a label such as
/// "branch=feature/x".
bool names_a_file(std::string_view selector);

}  // namespace readmark::store
