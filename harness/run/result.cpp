// Reading a run back.
#include "run/result.hpp"

#include <algorithm>
#include <map>

#include "core/units.hpp"

namespace readmark::run {
namespace {

constexpr int kFailed = 6;
constexpr int kNothing = 5;

void add_summary(ResultRow& row, const store::SummaryRow& summary) {
  if (summary.phase != "whole") return;
  if (summary.metric == "time_ns") {
    row.rounds = summary.n;
    row.median_ns = summary.median;
    row.ci_low_ns = summary.ci_low;
    row.ci_high_ns = summary.ci_high;
  } else if (summary.metric == "user_ns") {
    row.user_ns = summary.median;
  } else if (summary.metric == "sys_ns") {
    row.sys_ns = summary.median;
  } else if (summary.metric == "peak_rss_bytes") {
    row.peak_rss_bytes = summary.median;
  } else if (summary.metric == "device_bytes" && row.bytes.value_or(0) > 0) {
    row.device_read_ratio = summary.median / static_cast<double>(*row.bytes);
  } else if (summary.metric == "resident_after") {
    row.resident_after = summary.median;
  } else if (summary.metric == "victim_resident") {
    row.victim_resident = summary.median;
  } else if (summary.metric == "ceiling_share") {
    row.ceiling_share = summary.median;
  }
}

void add_measurement(ResultRow& row, const store::MeasurementRow& measurement) {
  if (measurement.kind != store::MeasurementKind::timed || measurement.status != Status::ok) return;
  ++row.measured;
  if (measurement.bytes) row.bytes = measurement.bytes;
  if (!row.proof || *row.proof < measurement.proof)
    row.proof = measurement.proof;  // the enumeration runs from strong to weak
}

bool failed(const ResultRow& row) {
  return row.status == Status::wrong || row.status == Status::failed ||
         row.status == Status::timeout || row.status == Status::crashed;
}

bool measured(const ResultRow& row) {
  return row.bench_case.role == Role::subject && row.status == Status::ok;
}

}  // namespace

double ResultRow::gb_per_s() const {
  return median_ns && bytes ? readmark::gb_per_s(*bytes, *median_ns) : 0;
}

Result load_result(const store::Store& store, const store::RunRow& run) {
  Result result;
  result.run = run;
  for (const store::PlanEntry& stored : store.plan(run.id)) {
    ResultRow row;
    row.ordinal = stored.entry.ordinal;
    row.bench_case = stored.bench_case;
    row.status = stored.entry.status;
    row.reason = stored.entry.reason.value_or("");
    if (stored.dataset) row.bytes = stored.dataset->bytes;
    result.rows.push_back(row);
  }
  const auto row_of = [&](std::int64_t ordinal) -> ResultRow& {
    return result.rows.at(static_cast<std::size_t>(ordinal));
  };
  for (const store::RunMeasurement& measurement : store.measurements(run.id))
    add_measurement(row_of(measurement.entry_ordinal), measurement.row);
  for (const store::RunSummary& summary : store.summaries(run.id))
    add_summary(row_of(summary.entry_ordinal), summary.row);
  result.growth = store.growth(run.id);
  result.findings = store.findings(run.id);
  for (const store::FindingRow& finding : result.findings) {
    if (!finding.entry_ordinal) continue;
    std::vector<std::string>& rules = row_of(*finding.entry_ordinal).findings;
    if (std::find(rules.begin(), rules.end(), finding.rule) == rules.end())
      rules.push_back(finding.rule);
  }
  for (const store::SessionRow& session : store.sessions(run.id)) {
    if (session.environment_id)
      result.host_id = store::to_hex(store.host(*session.environment_id).key);
  }
  return result;
}

int exit_code_of(const Result& result) {
  if (std::any_of(result.rows.begin(), result.rows.end(), failed)) return kFailed;
  return std::any_of(result.rows.begin(), result.rows.end(), measured) ? 0 : kNothing;
}

}  // namespace readmark::run
