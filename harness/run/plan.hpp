// The plan of a run: which cases on which data within which limits. Made once, stored, and resumed
// from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/case.hpp"
#include "core/dataset.hpp"
#include "core/profile.hpp"
#include "run/bench_program.hpp"
#include "run/judge.hpp"

namespace readmark::run {

/// What the user asked for on the command line, on top of a profile. Empty means: as the profile
/// says.
struct Selection {
  std::string workload;
  std::vector<std::string> strategies;
  std::vector<std::pair<std::string, std::vector<std::string>>> sets;  // knob -> values
  std::vector<Cache> caches;
  std::vector<Use> uses;
  std::vector<std::string> data;  // catalogue names, or labels of own files
  std::string filter;  // regular expression on case names; a leading '-' keeps what does not match
};

/// The profile with the selection applied. Naming a strategy or a knob replaces the profile's cells
/// by one of the user's own; caches, uses and data alone narrow the cells there are.
Profile apply(const Selection& selection, Profile profile);

struct PlannedCase {
  Case bench_case;
  Dataset data;  // kind "none" for cases without
  Placement placement;
  std::optional<Status> settled;  // decided without running: skipped, unsupported
  std::string reason;
  unsigned group = 0;  // cases of one dataset and cache state
};

struct Plan {
  Profile profile;  // as applied: its limits bind the run
  std::uint64_t seed = 0;
  std::vector<PlannedCase> cases;
};

/// Asks the bench program to expand the profile over the datasets, and settles what cannot run
/// here. Throws UsageError if nothing is left, or the filter is no regular expression.
Plan make_plan(const BenchProgram& bench, const Profile& profile, const std::vector<Dataset>& data,
               std::string_view filter, std::uint64_t seed);

/// Gives every case its group; make_plan() does it, a resumed plan needs it again.
void assign_groups(std::vector<PlannedCase>& cases);

Placement placement_of(const Dataset& data);

/// Timed passes of one measurement: 1 cold; else 3, or more for files under 10 MB until a
/// measurement takes about 20 ms. `pass_ns` is an estimate of one pass.
unsigned iterations_for(const PlannedCase& planned, std::int64_t pass_ns);

/// A rough guess of a pass, before any has run.
std::int64_t guessed_pass_ns(const PlannedCase& planned);

/// A rough guess of a whole run at its least rounds; never more than the time budget.
std::int64_t guessed_run_ns(const Plan& plan);

}  // namespace readmark::run
