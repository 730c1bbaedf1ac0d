// Reads a run back.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/text.hpp"
#include "store/impl.hpp"
#include "store/knobs_json.hpp"
#include "store/row_readers.hpp"

namespace readmark::store {
namespace {

PlanEntry read_plan_entry(Query& query) {
  PlanEntry plan;
  EntryRow& entry = plan.entry;
  Case& bench_case = plan.bench_case;
  std::string knobs;
  Dataset dataset;
  std::optional<std::string> digest;
  query >> entry.id >> entry.run_id >> entry.ordinal >> entry.case_id >> entry.arm >>
      entry.params >> entry.build_id >> entry.placement >> entry.role >> entry.status >>
      entry.reason >> bench_case.name >> bench_case.workload >> bench_case.strategy >>
      bench_case.data >> knobs >> bench_case.cache >> bench_case.use >> dataset.kind >>
      dataset.bytes >> dataset.lines >> dataset.newline_bytes >> dataset.cr_bytes >>
      dataset.longest_line >> digest >> dataset.spec >> dataset.generator;
  bench_case.role = entry.role;
  bench_case.knobs = parse_knobs(knobs);
  if (digest) {
    dataset.name = bench_case.data;
    dataset.digest = Digest::parse(*digest);
    plan.dataset = dataset;
  }
  return plan;
}

RunMeasurement read_measurement(Query& query) {
  RunMeasurement out;
  MeasurementRow& row = out.row;
  query >> out.entry_ordinal >> row.id >> row.session_id >> row.seq >> row.entry_id >> row.kind >>
      row.round >> row.position >> row.scope >> row.start_offset_ns >> row.status >> row.reason >>
      row.exit_code >> row.started_ns >> row.iterations >> row.bytes >> row.time_ns >>
      row.time_stat >> row.min_ns >> row.max_ns >> row.user_ns >> row.sys_ns >>
      row.peak_rss_bytes >> row.rss_anon_bytes >> row.rss_file_bytes >> row.minor_faults >>
      row.major_faults >> row.ctx_vol >> row.ctx_inv >> row.syscalls >> row.syscall_source >>
      row.retries >> row.cache_method >> row.proof >> row.resident_before >> row.resident_after >>
      row.victim_resident >> row.device_bytes >> row.evict_ns >> row.checksum >> row.effective >>
      row.samples;
  return out;
}

RunSummary read_summary(Query& query) {
  RunSummary out;
  SummaryRow& row = out.row;
  query >> out.entry_ordinal >> row.entry_id >> row.metric >> row.phase >> row.n >> row.median >>
      row.ci_low >> row.ci_high >> row.ci_level >> row.mad >> row.min >> row.max >> row.mean >>
      row.sd >> row.outliers >> row.origin >> row.stats_version;
  return out;
}

// -1 in a key column stands for "none".
std::optional<std::int64_t> none_if_negative(std::int64_t value) {
  return value < 0 ? std::nullopt : std::optional(value);
}

FindingRow read_finding(Query& query) {
  FindingRow row;
  std::int64_t ordinal = 0;
  std::int64_t round = 0;
  query >> row.run_id >> row.rule >> ordinal >> round >> row.detail >> row.stats_version;
  row.entry_ordinal = none_if_negative(ordinal);
  row.round = none_if_negative(round);
  return row;
}

template <class T>
T only(std::vector<T> rows, const char* what, Id id, const std::filesystem::path& path) {
  if (!rows.empty()) return std::move(rows.front());
  throw RuntimeError(fmt::format("the database {} has no {} {}; run `readmark db check`",
                                 display_path(path), what, id));
}

}  // namespace

RunRow Store::run(Id run) const {
  return only(impl_->all(read_run, select_runs("WHERE r.id = ?"), run), "run", run, path());
}

std::vector<RunOverview> Store::list_runs() const {
  std::vector<RunOverview> list;
  for (RunRow& row : impl_->all(read_run, select_runs("ORDER BY r.started_ns DESC, r.id DESC"))) {
    RunOverview& overview = list.emplace_back();
    const Id id = row.id;
    overview.run = std::move(row);
    overview.labels = labels(id);
    impl_->guarded("read", [&] {
      Query counts(
          impl_->database(),
          "SELECT (SELECT count(*) FROM session WHERE run_id = ?1),"
          " (SELECT count(*) FROM entry WHERE run_id = ?1),"
          " (SELECT count(*) FROM session s JOIN measurement m ON m.session_id = s.id"
          "   WHERE s.run_id = ?1),"
          " (SELECT iif(h.label = '', substr(lower(hex(h.key)), 1, 8), h.label) FROM session s"
          "   JOIN environment e ON e.id = s.environment_id JOIN host h ON h.id = e.host_id"
          "   WHERE s.run_id = ?1 ORDER BY s.id LIMIT 1)",
          id);
      if (counts.next()) {
        counts >> overview.sessions >> overview.entries >> overview.measurements >> overview.host;
      }
      Query statuses(impl_->database(),
                     "SELECT coalesce(status, ''), count(*) FROM entry WHERE run_id = ? GROUP BY 1",
                     id);
      while (statuses.next()) {
        std::string status;
        statuses >> status;
        statuses >> overview.statuses[status];
      }
    });
  }
  return list;
}

std::vector<LabelRow> Store::labels(Id run) const {
  return impl_->all(
      [](Query& query) {
        LabelRow row;
        query >> row.name >> row.value;
        return row;
      },
      "SELECT name, value FROM label WHERE run_id = ? ORDER BY name, value", run);
}

std::vector<SessionRow> Store::sessions(Id run) const {
  return impl_->all(
      [](Query& query) {
        SessionRow row;
        query >> row.id >> row.uuid >> row.run_id >> row.rank >> row.environment_id >>
            row.started_ns >> row.ended_ns >> row.exit_code >> row.clock_step_ns;
        return row;
      },
      "SELECT id, uuid, run_id, rank, environment_id, started_ns, ended_ns, exit_code, "
      "clock_step_ns"
      " FROM session WHERE run_id = ? ORDER BY id",
      run);
}

std::int64_t Store::next_seq(Id session) const {
  const auto next = [](Query& query) {
    std::int64_t seq = 0;
    query >> seq;
    return seq;
  };
  return impl_
      ->all(next, "SELECT coalesce(max(seq) + 1, 0) FROM measurement WHERE session_id = ?", session)
      .front();
}

std::vector<PlacementRow> Store::placements(Id run) const {
  return impl_->all(
      [](Query& query) {
        PlacementRow row;
        query >> row.run_id >> row.ordinal >> row.dataset_id >> row.path_hash >> row.filesystem >>
            row.device >> row.mount_options >> row.facts;
        return row;
      },
      "SELECT run_id, ordinal, dataset_id, path_hash, filesystem, device, mount_options, facts "
      "FROM placement"
      " WHERE run_id = ? ORDER BY ordinal",
      run);
}

std::vector<PlanEntry> Store::plan(Id run) const {
  return impl_->all(read_plan_entry,
                    "SELECT e.id, e.run_id, e.ordinal, e.case_id, e.arm, e.params, e.build_id, "
                    "e.placement, e.role, e.status,"
                    " e.reason, c.name, c.workload, c.strategy, c.data, c.knobs, c.cache, c.use, "
                    "d.kind, d.bytes, d.lines,"
                    " d.newline_bytes, d.cr_bytes, d.longest_line, d.digest, d.spec, d.generator"
                    " FROM entry e JOIN bench_case c ON c.id = e.case_id LEFT JOIN dataset d ON "
                    "d.id = c.dataset_id"
                    " WHERE e.run_id = ? AND c.origin = 'own' ORDER BY e.ordinal",
                    run);
}

std::vector<RunMeasurement> Store::measurements(Id run) const {
  return impl_->all(
      read_measurement,
      "SELECT e.ordinal, m.id, m.session_id, m.seq, m.entry_id, m.kind, m.round, m.position, "
      "m.scope,"
      " m.start_offset_ns, m.status, m.reason, m.exit_code, m.started_ns, m.iterations, m.bytes, "
      "m.time_ns,"
      " m.time_stat, m.min_ns, m.max_ns, m.user_ns, m.sys_ns, m.peak_rss_bytes, m.rss_anon_bytes,"
      " m.rss_file_bytes, m.minor_faults, m.major_faults, m.ctx_vol, m.ctx_inv, m.syscalls, "
      "m.syscall_source,"
      " m.retries, m.cache_method, m.proof, m.resident_before, m.resident_after, "
      "m.victim_resident, m.device_bytes, "
      "m.evict_ns,"
      " m.checksum, m.effective, m.samples"
      " FROM entry e JOIN measurement m ON m.entry_id = e.id WHERE e.run_id = ? ORDER BY "
      "m.session_id, m.seq",
      run);
}

std::vector<SampleRow> Store::samples(Id measurement) const {
  return impl_->all(
      [](Query& query) {
        SampleRow row;
        query >> row.iteration >> row.phase >> row.wall_ns >> row.user_ns >> row.sys_ns >>
            row.device_bytes >> row.resident_before;
        return row;
      },
      "SELECT s.iteration, p.name, s.wall_ns, s.user_ns, s.sys_ns, s.device_bytes, "
      "s.resident_before"
      " FROM sample s JOIN phase p ON p.code = s.phase WHERE s.measurement_id = ? ORDER BY "
      "s.iteration, s.phase",
      measurement);
}

std::vector<NoiseRow> Store::noise(Id run) const {
  return impl_->all(
      [](Query& query) {
        NoiseRow row;
        query >> row.session_id >> row.round >> row.load >> row.steal >> row.psi_io >>
            row.psi_mem >> row.psi_cpu >> row.freq_khz >> row.temp;
        return row;
      },
      "SELECT session_id, round, load, steal, psi_io, psi_mem, psi_cpu, freq_khz, temp FROM noise "
      "WHERE"
      " session_id IN (SELECT id FROM session WHERE run_id = ?) ORDER BY session_id, round",
      run);
}

std::vector<FindingRow> Store::findings(Id run) const {
  return impl_->all(read_finding,
                    "SELECT run_id, rule, entry_ordinal, round, detail, stats_version FROM finding"
                    " WHERE run_id = ? ORDER BY entry_ordinal, rule, round",
                    run);
}

std::vector<RunSummary> Store::summaries(Id run) const {
  return impl_->all(
      read_summary,
      "SELECT e.ordinal, s.entry_id, s.metric, p.name, s.n, s.median, s.ci_low, s.ci_high, "
      "s.ci_level, s.mad,"
      " s.min, s.max, s.mean, s.sd, s.outliers, s.origin, s.stats_version"
      " FROM entry e JOIN summary s ON s.entry_id = e.id JOIN phase p ON p.code = s.phase"
      " WHERE e.run_id = ? ORDER BY e.ordinal, s.metric, s.phase",
      run);
}

std::vector<FactRow> Store::facts(Id environment) const {
  return impl_->all(
      [](Query& query) {
        FactRow row;
        query >> row.name >> row.value >> row.source >> row.status;
        return row;
      },
      "SELECT name, value, source, status FROM fact WHERE environment_id = ? ORDER BY name",
      environment);
}

HostRow Store::host(Id environment) const {
  const auto read = [](Query& query) {
    HostRow row;
    query >> row.id >> row.key >> row.label;
    return row;
  };
  return only(
      impl_->all(read,
                 "SELECT h.id, h.key, h.label FROM environment e JOIN host h ON h.id = e.host_id"
                 " WHERE e.id = ?",
                 environment),
      "environment", environment, path());
}

BuildRow Store::build(Id build) const {
  const auto read = [](Query& query) {
    BuildRow row;
    std::string libraries;
    query >> row.id >> row.version >> row.revision >> row.dirty >> row.type >> row.compiler >>
        row.flags >> libraries;
    const auto object = nlohmann::json::parse(libraries, nullptr, false);
    if (object.is_object()) row.libraries = object.get<std::map<std::string, std::string>>();
    return row;
  };
  return only(
      impl_->all(read,
                 "SELECT id, version, revision, dirty, type, compiler, flags, libraries FROM build"
                 " WHERE id = ?",
                 build),
      "build", build, path());
}

}  // namespace readmark::store
