// What a run writes while it goes on, and what statistics write afterwards.
#include <fmt/format.h>

#include "core/text.hpp"
#include "store/impl.hpp"

namespace readmark::store {
namespace {

std::optional<std::string> text_or_null(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(printable(text));
}

std::optional<std::string> clean(const std::optional<std::string>& text) {
  return text ? std::optional(printable(*text)) : std::nullopt;
}

// "?, ?, ?": as many as there are columns.
std::string insert_sql(std::string_view verb, std::string_view table, std::string_view columns) {
  std::string marks = "?";
  for (const char c : columns) {
    if (c == ',') marks += ", ?";
  }
  return fmt::format("{} INTO {} ({}) VALUES ({})", verb, table, columns, marks);
}

constexpr const char* kMeasurementColumns =
    "session_id, seq, entry_id, kind, round, position, scope, start_offset_ns, status, reason, "
    "exit_code,"
    " started_ns, iterations, bytes, time_ns, time_stat, min_ns, max_ns, user_ns, sys_ns, "
    "peak_rss_bytes,"
    " rss_anon_bytes, rss_file_bytes, minor_faults, major_faults, ctx_vol, ctx_inv, syscalls, "
    "syscall_source,"
    " retries, cache_method, proof, resident_before, resident_after, victim_resident, "
    "device_bytes, evict_ns, "
    "checksum,"
    " effective, samples";

}  // namespace

Id Store::begin_run(const RunRow& run) {
  return impl_->insert(
      insert_sql("INSERT", "run", "uuid, kind, profile, seed, argv, settings, started_ns, state"),
      run.uuid, run.kind, text_or_null(run.profile), run.seed, run.argv, run.settings,
      run.started_ns, run.state);
}

void Store::set_run_state(Id run, RunState state) {
  impl_->write("UPDATE run SET state = ? WHERE id = ?", state, run);
}

void Store::add_label(Id run, std::string_view name, std::string_view value) {
  impl_->write(insert_sql("INSERT OR IGNORE", "label", "run_id, name, value"), run, printable(name),
               printable(value));
}

Id Store::begin_session(const SessionRow& session) {
  return impl_->insert(
      insert_sql(
          "INSERT", "session",
          "uuid, run_id, rank, environment_id, started_ns, ended_ns, exit_code, clock_step_ns"),
      session.uuid, session.run_id, session.rank, session.environment_id, session.started_ns,
      session.ended_ns, session.exit_code, session.clock_step_ns);
}

void Store::end_session(Id session, std::int64_t ended_ns, int exit_code) {
  impl_->write("UPDATE session SET ended_ns = ?, exit_code = ? WHERE id = ?", ended_ns, exit_code,
               session);
}

void Store::add_placement(const PlacementRow& placement) {
  impl_->write(
      insert_sql(
          "INSERT OR REPLACE", "placement",
          "run_id, ordinal, dataset_id, path_hash, filesystem, device, mount_options, facts"),
      placement.run_id, placement.ordinal, placement.dataset_id, placement.path_hash,
      text_or_null(placement.filesystem), text_or_null(placement.device),
      text_or_null(placement.mount_options), placement.facts);
}

Id Store::add_entry(const EntryRow& entry) {
  return impl_->insert(
      insert_sql(
          "INSERT", "entry",
          "run_id, ordinal, case_id, arm, params, build_id, placement, role, status, reason"),
      entry.run_id, entry.ordinal, entry.case_id, clean(entry.arm), entry.params, entry.build_id,
      entry.placement, entry.role, entry.status, clean(entry.reason));
}

void Store::set_entry_status(Id entry, std::optional<Status> status, std::string_view reason) {
  impl_->write("UPDATE entry SET status = ?, reason = ? WHERE id = ?", status, text_or_null(reason),
               entry);
}

Id Store::add_measurement(const MeasurementRow& row, std::span<const Sample> samples) {
  Id id = 0;
  transaction([&] {
    id = impl_->insert(
        insert_sql("INSERT", "measurement", kMeasurementColumns), row.session_id, row.seq,
        row.entry_id, row.kind, row.round, row.position, row.scope, row.start_offset_ns, row.status,
        clean(row.reason), row.exit_code, row.started_ns, row.iterations, row.bytes, row.time_ns,
        row.time_stat, row.min_ns, row.max_ns, row.user_ns, row.sys_ns, row.peak_rss_bytes,
        row.rss_anon_bytes, row.rss_file_bytes, row.minor_faults, row.major_faults, row.ctx_vol,
        row.ctx_inv, row.syscalls, row.syscall_source, row.retries, row.cache_method, row.proof,
        row.resident_before, row.resident_after, row.victim_resident, row.device_bytes,
        row.evict_ns, clean(row.checksum), row.effective, row.samples);
    if (samples.empty()) return;
    Query insert(
        impl_->database(),
        "INSERT INTO sample VALUES (?, ?, (SELECT code FROM phase WHERE name = ?), ?, ?, ?, ?, ?)");
    for (const Sample& sample : samples) {
      insert.run_with(id, sample.iteration, sample.phase, sample.wall_ns, sample.user_ns,
                      sample.sys_ns, sample.device_bytes, sample.resident_before);
    }
  });
  return id;
}

void Store::add_noise(const NoiseRow& noise) {
  impl_->write(
      insert_sql("INSERT OR REPLACE", "noise",
                 "session_id, round, load, steal, psi_io, psi_mem, psi_cpu, freq_khz, temp"),
      noise.session_id, noise.round, noise.load, noise.steal, noise.psi_io, noise.psi_mem,
      noise.psi_cpu, noise.freq_khz, noise.temp);
}

void Store::add_finding(const FindingRow& finding) {
  impl_->write(insert_sql("INSERT OR REPLACE", "finding",
                          "run_id, rule, entry_ordinal, round, detail, stats_version"),
               finding.run_id, finding.rule, finding.entry_ordinal.value_or(-1),
               finding.round.value_or(-1), printable(finding.detail), finding.stats_version);
}

void Store::add_summary(const SummaryRow& summary) {
  impl_->write(
      "INSERT OR REPLACE INTO summary (entry_id, metric, phase, n, median, ci_low, ci_high, "
      "ci_level, mad, min,"
      " max, mean, sd, outliers, origin, stats_version) VALUES (?, ?, (SELECT code FROM phase "
      "WHERE name = ?),"
      " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      summary.entry_id, summary.metric, summary.phase, summary.n, summary.median, summary.ci_low,
      summary.ci_high, summary.ci_level, summary.mad, summary.min, summary.max, summary.mean,
      summary.sd, summary.outliers, summary.origin, summary.stats_version);
}

void Store::clear_derived(Id run) {
  transaction([&] {
    impl_->write("DELETE FROM growth WHERE run_id = ?", run);
    impl_->write("DELETE FROM finding WHERE run_id = ? AND stats_version IS NOT NULL", run);
    impl_->write(
        "DELETE FROM summary WHERE origin = 'computed' AND entry_id IN (SELECT id FROM entry WHERE "
        "run_id = ?)",
        run);
  });
}

}  // namespace readmark::store
