// Selection -> profile -> cases -> plan.
#include "run/plan.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "os/cache.hpp"

namespace readmark::run {
namespace {

constexpr unsigned kColdIterations = 1;
constexpr unsigned kWarmIterations = 3;
constexpr unsigned kMostIterations = 200;
constexpr std::uint64_t kSmallFile = 10'000'000;
constexpr std::int64_t kSmallMeasurementNs = 20'000'000;
constexpr std::int64_t kProcessNs =
    12'000'000;  // starting and ending a worker, and checking the cache
constexpr double kGuessedWarmBytesPerNs = 4;
constexpr double kGuessedColdBytesPerNs = 0.7;

class NameFilter {
 public:
  explicit NameFilter(std::string_view text) {
    if (text.empty()) return;
    keep_matching_ = text.front() != '-';
    const std::string pattern(keep_matching_ ? text : text.substr(1));
    try {
      pattern_.emplace(pattern, std::regex::ECMAScript | std::regex::optimize);
    } catch (const std::regex_error& error) {
      throw UsageError(fmt::format("--filter: \"{}\" is not a regular expression: {}",
                                   printable(pattern), error.what()));
    }
  }
  bool keeps(const std::string& name) const {
    return !pattern_ || std::regex_search(name, *pattern_) == keep_matching_;
  }

 private:
  std::optional<std::regex> pattern_;
  bool keep_matching_ = true;
};

PlannedCase planned_case(const protocol::CaseLine& line,
                         const std::map<std::string, Dataset>& by_name,
                         const std::map<std::string, Placement>& placements) {
  PlannedCase planned;
  planned.bench_case = line.bench_case;
  const auto data = by_name.find(line.bench_case.data);
  planned.data = data == by_name.end() ? no_data() : data->second;
  if (const auto placement = placements.find(line.bench_case.data); placement != placements.end()) {
    planned.placement = placement->second;
  }
  if (!line.runnable) {
    planned.settled = Status::unsupported;
    planned.reason = line.reason;
  } else if (line.bench_case.cache == Cache::cold && planned.placement.lives_in_memory) {
    planned.settled = Status::skipped;
    planned.reason =
        "cold is impossible here: the file lives in memory (tmpfs); put the data on a disk with "
        "--data-dir";
  }
  return planned;
}

}  // namespace

Profile apply(const Selection& selection, Profile profile) {
  if (!selection.strategies.empty() || !selection.sets.empty() || !selection.workload.empty()) {
    Cell cell;
    if (!selection.workload.empty()) cell.workload = selection.workload;
    cell.strategies = selection.strategies;
    cell.knobs = selection.sets;
    cell.caches = {Cache::warm, Cache::cold};
    profile.cells = {cell};
  }
  for (Cell& cell : profile.cells) {
    if (!selection.caches.empty()) cell.caches = selection.caches;
    if (!selection.uses.empty()) cell.uses = selection.uses;
    if (!selection.data.empty()) cell.data.clear();
  }
  if (!selection.data.empty()) profile.data = selection.data;
  return profile;
}

Plan make_plan(const BenchProgram& bench, const Profile& profile, const std::vector<Dataset>& data,
               std::string_view filter, std::uint64_t seed) {
  const NameFilter names(filter);
  std::map<std::string, Dataset> by_name;
  std::map<std::string, Placement> placements;
  for (const Dataset& dataset : data) {
    by_name[dataset.name] = dataset;
    placements[dataset.name] = placement_of(dataset);
  }

  Plan plan{profile, seed, {}};
  bool any_subject = false;
  for (const protocol::CaseLine& line : bench.expand(profile, data)) {
    const bool subject = line.bench_case.role == Role::subject;
    if (subject && !names.keeps(line.bench_case.name)) continue;
    any_subject = any_subject || subject;
    plan.cases.push_back(planned_case(line, by_name, placements));
  }
  if (!any_subject) {
    throw UsageError(
        filter.empty()
            ? std::string("the selection has no case to compare (controls, ceilings and canaries "
                          "are measured beside others): see readmark list cases")
            : fmt::format("--filter \"{}\" leaves no case to measure: see readmark list cases",
                          printable(filter)));
  }
  assign_groups(plan.cases);
  return plan;
}

void assign_groups(std::vector<PlannedCase>& cases) {
  std::map<std::pair<std::string, Cache>, unsigned> groups;
  for (PlannedCase& planned : cases) {
    const auto key = std::make_pair(planned.bench_case.data, planned.bench_case.cache);
    planned.group = groups.try_emplace(key, static_cast<unsigned>(groups.size())).first->second;
  }
}

Placement placement_of(const Dataset& data) {
  return {os::upper_layer(data.path), os::lives_in_memory(data.path)};
}

unsigned iterations_for(const PlannedCase& planned, std::int64_t pass_ns) {
  if (planned.bench_case.cache == Cache::cold) return kColdIterations;
  if (planned.data.bytes >= kSmallFile || pass_ns <= 0) return kWarmIterations;
  const std::int64_t wanted = (kSmallMeasurementNs + pass_ns - 1) / pass_ns;
  return static_cast<unsigned>(std::clamp<std::int64_t>(wanted, kWarmIterations, kMostIterations));
}

std::int64_t guessed_pass_ns(const PlannedCase& planned) {
  const bool cold = planned.bench_case.cache == Cache::cold;
  std::uint64_t bytes = planned.data.bytes;
  for (const std::string_view memory : {"mem", "size"}) {
    if (planned.bench_case.knobs.has(memory)) bytes = planned.bench_case.knobs.size(memory);
  }
  return 20'000 +
         static_cast<std::int64_t>(static_cast<double>(bytes) /
                                   (cold ? kGuessedColdBytesPerNs : kGuessedWarmBytesPerNs));
}

std::int64_t guessed_run_ns(const Plan& plan) {
  std::int64_t verifying = 0;
  std::int64_t round = 0;
  for (const PlannedCase& planned : plan.cases) {
    if (planned.settled) continue;
    const std::int64_t pass = guessed_pass_ns(planned);
    if (planned.bench_case.role == Role::subject) verifying += kProcessNs + pass;
    round += kProcessNs + pass * (1 + iterations_for(planned, pass));
  }
  const Limits& limits = plan.profile.limits;
  std::int64_t rounds = round * limits.min_rounds;
  if (limits.max_time_ns > 0) rounds = std::min(rounds, limits.max_time_ns);
  return verifying + rounds;
}

}  // namespace readmark::run
