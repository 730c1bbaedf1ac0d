// Flags of ours, then Google Benchmark's, then the cases.
#include "benchmarks/by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <regex>

#include <fmt/format.h>

#include "benchmarks/cases.hpp"
#include "benchmarks/profiles/profiles.hpp"
#include "benchmarks/worker/gbench.hpp"
#include "benchmarks/worker/pass_runner.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/datasets.hpp"
#include "os/paths.hpp"

namespace readmark {
namespace {

constexpr int kCaseFailed = 6;
constexpr unsigned kWarmIterations = 3;
constexpr double kColdEnough = 0.01;  // share of the file that may still be in the cache

void print_help() {
  std::fputs(
      "readmark-bench: the cases of a profile as a Google Benchmark program\n"
      "\n"
      "  readmark-bench [--readmark_profile=NAME|FILE]   default: smoke\n"
      "                 [--readmark_data_dir=FOLDER]     default: $READMARK_DATA, else the user's "
      "data folder\n"
      "                 [--benchmark_list_tests={true|false}]\n"
      "                 [--benchmark_filter=[-]REGEX]    against the case's name, with or without "
      "the suffix\n"
      "                                                  /iterations:N/manual_time that the output "
      "shows\n"
      "                 [--benchmark_format=<console|json|csv>] [--benchmark_out=FILE]\n"
      "                 [--benchmark_out_format=<json|console|csv>] [--benchmark_repetitions=N]\n"
      "                 [--benchmark_context=KEY=VALUE,..] and Google Benchmark's other flags\n"
      "\n"
      "Cases run once cold or three times warm, with the cache state made before each pass. For "
      "figures to\n"
      "rely on use `readmark run`: it starts a process per case, in rounds of random order, and "
      "keeps every\n"
      "sample. Data that is not there is made by `readmark data generate NAME`.\n",
      stdout);
}

/// Takes "--flag=value" and, if `spaced`, "--flag value" out of the arguments.
std::optional<std::string> take_flag(std::vector<std::string>& arguments, const std::string& flag,
                                     bool spaced) {
  for (auto it = arguments.begin() + 1; it != arguments.end(); ++it) {
    if (it->starts_with(flag + "=")) {
      std::string value = it->substr(flag.size() + 1);
      arguments.erase(it);
      return value;
    }
    if (!spaced || *it != flag) continue;
    if (it + 1 == arguments.end()) throw UsageError(fmt::format("{} needs a value", flag));
    std::string value = *(it + 1);
    arguments.erase(it, it + 2);
    return value;
  }
  return std::nullopt;
}

/// Ours instead of Google Benchmark's, whose names end in a suffix: a pattern that ends in '$'
/// after the case's own name would match nothing.
class Filter {
 public:
  explicit Filter(const std::optional<std::string>& text) {
    if (!text || text->empty() || *text == "all") return;
    negative_ = text->front() == '-';
    const std::string pattern = negative_ ? text->substr(1) : *text;
    try {
      pattern_.emplace(pattern, std::regex::ECMAScript);
    } catch (const std::regex_error& error) {
      throw UsageError(fmt::format("--benchmark_filter: \"{}\" is not a regular expression: {}",
                                   printable(pattern), error.what()));
    }
  }

  bool keeps(const gbench::HandCase& hand_case) const {
    if (!pattern_) return true;
    const bool matches = std::regex_search(hand_case.name, *pattern_) ||
                         std::regex_search(gbench::listed_name(hand_case), *pattern_);
    return matches != negative_;
  }

 private:
  std::optional<std::regex> pattern_;
  bool negative_ = false;
};

std::vector<Dataset> ready_data(const Profile& profile, const std::filesystem::path& folder) {
  std::vector<Dataset> ready;
  for (const std::string& name : profile.data) {
    Dataset dataset = datasets::planned(name, folder);
    if (datasets::is_ready(dataset)) {
      ready.push_back(std::move(dataset));
    } else {
      std::fprintf(stderr,
                   "readmark-bench: dataset %s is not in %s, so its cases are left out; make it "
                   "with: readmark "
                   "data generate %s\n",
                   name.c_str(), display_path(folder).c_str(), name.c_str());
    }
  }
  return ready;
}

/// The harness judges a sample by its device bytes; here, where no one does, a file that stayed in
/// the cache must not pass for cold.
void check_cold(const Case& bench_case, const Sample& sample) {
  if (bench_case.cache != Cache::cold || sample.resident_before.value_or(0) <= kColdEnough) return;
  throw PassError(
      Status::failed,
      fmt::format("the file is not cold: {:.0f} % of it stayed in the page cache; does another "
                  "process map it, or is it on a filesystem in memory?",
                  *sample.resident_before * 100));
}

gbench::HandCase hand_case_of(const Case& bench_case, const Dataset& data,
                              const StrategyTable& table) {
  gbench::HandCase hand_case;
  hand_case.name = bench_case.name;
  hand_case.iterations = bench_case.cache == Cache::cold ? 1 : kWarmIterations;
  hand_case.begin = [bench_case, data, &table] {
    // The runner refers to the case, so it lives together with its own copy of it.
    struct Prepared {
      protocol::Measure request;
      PassRunner runner;
      Prepared(const Strategy& strategy, protocol::Measure asked)
          : request(std::move(asked)), runner(strategy, request) {}
    };
    const Strategy& strategy = table.get(bench_case.workload, bench_case.strategy);
    const auto prepared = std::make_shared<Prepared>(strategy, protocol::Measure{bench_case, data});
    if (bench_case.cache != Cache::cold) prepared->runner.warm_up();
    return [prepared](unsigned index) {
      const Sample sample = prepared->runner.timed_pass(index);
      check_cold(prepared->request.bench_case, sample);
      return gbench::Timed{sample.wall_ns, sample.claimed_bytes};
    };
  };
  return hand_case;
}

std::vector<gbench::HandCase> cases_of(const Profile& profile, const std::vector<Dataset>& data,
                                       const StrategyTable& table, const Filter& filter) {
  std::vector<gbench::HandCase> cases;
  for (const protocol::CaseLine& line : expand(profile, data, table)) {
    if (!line.runnable) continue;
    const auto found = std::ranges::find(data, line.bench_case.data, &Dataset::name);
    gbench::HandCase hand_case =
        hand_case_of(line.bench_case, found == data.end() ? no_data() : *found, table);
    if (filter.keeps(hand_case)) cases.push_back(std::move(hand_case));
  }
  return cases;
}

std::filesystem::path data_folder(const std::optional<std::string>& chosen) {
  if (chosen) return os::path_from_argument(*chosen);
  if (const auto folder = os::environment("READMARK_DATA")) return os::path_from_argument(*folder);
  return os::data_folder() / "data";
}

}  // namespace

int run_by_hand(std::vector<std::string> arguments, const StrategyTable& table) {
  const auto profile_name = take_flag(arguments, "--readmark_profile", true);
  const auto folder = take_flag(arguments, "--readmark_data_dir", true);
  const Filter filter(take_flag(arguments, "--benchmark_filter", false));
  gbench::read_flags(arguments, print_help);
  if (arguments.size() > 1) {
    throw UsageError(fmt::format("\"{}\" is not an argument of this program; see --help",
                                 printable(arguments[1])));
  }
  const Profile profile = profiles::load_profile(profile_name.value_or("smoke"));
  const std::vector<Dataset> data = ready_data(profile, data_folder(folder));
  const std::vector<gbench::HandCase> cases = cases_of(profile, data, table, filter);
  if (cases.empty()) {
    throw UsageError(
        fmt::format("no case of the profile {} is left to run: its datasets must be there, and the "
                    "filter must match; --benchmark_list_tests without a filter shows the cases",
                    profile.name));
  }
  return gbench::run_all(cases) ? 0 : kCaseFailed;
}

}  // namespace readmark
