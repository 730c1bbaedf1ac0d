// Result to JSON.
#include "cli/run_json.hpp"

#include <cmath>

#include "core/text.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;

ordered_json rounded(const std::optional<double>& value) {
  return value ? ordered_json(std::llround(*value)) : ordered_json(nullptr);
}

ordered_json number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json case_json(const run::ResultRow& row) {
  const Case& c = row.bench_case;
  ordered_json knobs = ordered_json::object();
  for (const auto& [key, value] : c.knobs.values()) knobs[key] = value;
  return {
      {"case", c.name},
      {"role", to_text(c.role)},
      {"status", row.status ? ordered_json(to_text(*row.status)) : ordered_json(nullptr)},
      {"reason", row.reason.empty() ? ordered_json(nullptr) : ordered_json(printable(row.reason))},
      {"findings", row.findings},
      {"rounds", row.rounds},
      {"bytes", row.bytes ? ordered_json(*row.bytes) : ordered_json(nullptr)},
      {"median_ns", rounded(row.median_ns)},
      {"ci_low_ns", rounded(row.ci_low_ns)},
      {"ci_high_ns", rounded(row.ci_high_ns)},
      {"gb_per_s",
       row.median_ns && row.bytes ? ordered_json(row.gb_per_s()) : ordered_json(nullptr)},
      {"user_ns", rounded(row.user_ns)},
      {"sys_ns", rounded(row.sys_ns)},
      {"peak_rss_bytes", rounded(row.peak_rss_bytes)},
      {"device_read_ratio", number(row.device_read_ratio)},
      {"ceiling_share", number(row.ceiling_share)},
      {"resident_after", number(row.resident_after)},
      {"victim_resident", number(row.victim_resident)},
      {"proof", row.proof ? ordered_json(store::to_text(*row.proof)) : ordered_json(nullptr)},
      {"workload", c.workload},
      {"strategy", c.strategy},
      {"data", c.data},
      {"knobs", knobs},
      {"cache", to_text(c.cache)},
      {"use", to_text(c.use)}};
}

ordered_json growth_json(const store::GrowthRow& growth) {
  ordered_json knobs = ordered_json::object();
  for (const auto& [key, value] : growth.knobs.values()) knobs[key] = value;
  return {{"name", growth.name},
          {"role", to_text(growth.role)},
          {"workload", growth.workload},
          {"strategy", growth.strategy},
          {"knobs", knobs},
          {"cache", to_text(growth.cache)},
          {"use", to_text(growth.use)},
          {"sizes", growth.sizes},
          {"least_bytes", growth.least_bytes},
          {"most_bytes", growth.most_bytes},
          {"rounds", growth.rounds},
          {"exponent", growth.exponent},
          {"ci_low", number(growth.ci_low)},
          {"ci_high", number(growth.ci_high)},
          {"flagged", growth.flagged}};
}

}  // namespace

ordered_json run_json(const run::Result& result, const std::filesystem::path& db) {
  ordered_json cases = ordered_json::array();
  for (const run::ResultRow& row : result.rows) cases.push_back(case_json(row));
  ordered_json findings = ordered_json::array();
  for (const store::FindingRow& finding : result.findings) {
    if (finding.entry_ordinal) continue;
    findings.push_back({{"rule", finding.rule}, {"detail", printable(finding.detail)}});
  }
  ordered_json growth = ordered_json::array();
  for (const store::GrowthRow& row : result.growth) growth.push_back(growth_json(row));
  return {{"schema_version", kRunSchemaVersion},
          {"run_id", result.run.uuid},
          {"db", display_path(db)},
          {"kind", store::to_text(result.run.kind)},
          {"profile", result.run.profile},
          {"seed", result.run.seed},
          {"state", store::to_text(result.run.state)},
          {"started_ns", result.run.started_ns},
          {"host_id", result.host_id},
          {"findings", findings},
          {"growth", growth},
          {"cases", cases}};
}

}  // namespace readmark::cli
