// A profile: a named set of cells (strategies x data x knobs x cache states) and limits, as data.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/case.hpp"

namespace readmark {

inline constexpr std::uint64_t kLeastMemory = 16u << 20;  // in less a worker itself does not run

struct Limits {
  unsigned min_rounds = 6;
  unsigned max_rounds = 20;
  double target_ci_pct = 5;  // stop a case when its interval's half-width is this narrow; 0 = never
  std::int64_t max_time_ns = 0;              // budget of a run's measuring; 0 = none
  std::int64_t max_pass_ns = 0;              // leave out a case whose pass takes longer; 0 = none
  std::int64_t timeout_ns = 60'000'000'000;  // of one measurement
  std::uint64_t memory_bytes = 0;  // of a subject's process, with its page cache; 0 = none
};

/// A block of the product. Empty `strategies` = all subjects of the workload; empty `data` = the
/// profile's.
struct Cell {
  std::string workload = "read";
  std::vector<std::string> strategies;
  std::vector<std::string> data;
  std::vector<std::pair<std::string, std::vector<std::string>>>
      knobs;  // a strategy without the knob ignores it
  std::vector<Cache> caches{Cache::warm};
  std::vector<Use> uses{Use::touch};
  bool where_built = false;  // leaves out strategies that are not built here, instead of telling
};

struct Profile {
  std::string name;
  std::string summary;
  std::vector<std::string> data;  // dataset names, in order
  Limits limits;
  std::vector<Cell> cells;
  bool unit_costs = false;  // also measure what a page fault and a call cost here (explain)
};

/// Parses JSON. `source` names the file in errors. Throws UsageError with line and column for JSON
/// that is malformed, and with the path of the key for one that is unknown (nearest given) or of a
/// wrong type.
Profile parse_profile(std::string_view json, std::string_view source);
std::string to_json(const Profile& profile);  // the inverse: parse_profile(to_json(p)) == p

/// Reads a user's profile file.
Profile read_profile(const std::filesystem::path& path);

}  // namespace readmark
