// A stored run as tables and JSON show it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/case.hpp"
#include "store/store.hpp"

namespace readmark::run {

struct ResultRow {
  std::int64_t ordinal = 0;
  Case bench_case;
  std::optional<Status> status;  // empty: never run, or not decided yet
  std::string reason;
  std::vector<std::string> findings;  // names of rules
  std::int64_t rounds = 0;            // ok measurements in the summary
  std::int64_t measured = 0;          // ok measurements stored, summarised or not
  std::optional<std::uint64_t> bytes;
  std::optional<double> median_ns, ci_low_ns, ci_high_ns;
  std::optional<double> user_ns, sys_ns;
  std::optional<double> peak_rss_bytes;
  std::optional<double> device_read_ratio;  // bytes from the device over bytes of the file
  std::optional<double> ceiling_share;      // 0..1 of what this machine can do at best
  std::optional<double> resident_after;     // 0..1 of the file, left in the cache behind a pass
  std::optional<double> victim_resident;    // 0..1 of a file of others, still there behind a pass
  std::optional<store::Proof> proof;        // the weakest of its ok measurements

  double gb_per_s() const;  // 0 if there is no time
};

struct Result {
  store::RunRow run;
  std::vector<ResultRow> rows;              // by ordinal
  std::vector<store::FindingRow> findings;  // of the whole run, and of rows
  std::vector<store::GrowthRow> growth;     // by name
  std::string host_id;                      // 32 hex digits
};

Result load_result(const store::Store& store, const store::RunRow& run);

/// What the exit code says of a run that was not interrupted (design, section 7): 6, 5 or 0.
int exit_code_of(const Result& result);

}  // namespace readmark::run
