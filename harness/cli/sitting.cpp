// One sitting: flags, lock, findings, the run itself.
#include "cli/sitting.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/datasets.hpp"
#include "os/clock.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/interrupt.hpp"
#include "run/result.hpp"
#include "run/runner.hpp"
#include "run/summarize.hpp"

namespace readmark::cli {
namespace {

constexpr const char* kVictim = "victim";  // of the catalogue

std::int64_t duration_of(const std::string& flag, const std::string& text) {
  const auto value = parse_duration(text);
  if (!value || *value <= 0)
    throw UsageError(
        fmt::format("{}: \"{}\" is not a duration such as 90s or 2m", flag, printable(text)));
  return *value;
}

std::uint64_t memory_of(const std::string& flag, const std::string& text) {
  const auto value = parse_size(text);
  if (!value || *value < kLeastMemory)
    throw UsageError(fmt::format("{}: \"{}\" is not a size of at least {}, such as 64MiB", flag,
                                 printable(text), format_size(kLeastMemory)));
  return *value;
}

// What the reader of the figures must know, seen before the first measurement.
std::vector<run::Finding> early_findings(const Build& build, const std::vector<Dataset>& data,
                                         const Limits& limits, bool concurrent) {
  std::vector<run::Finding> findings;
  if (limits.memory_bytes > 0)
    findings.push_back(
        {"memory_limit", fmt::format("what is compared was read inside {} of memory, page cache "
                                     "included; ceilings and canaries were not",
                                     format_size(limits.memory_bytes))});
  if (build.type != "Release" || build.flags.find("-fsanitize") != std::string::npos) {
    findings.push_back(
        {"slow_build", fmt::format("readmark-bench is a {} build ({}): only Release figures count",
                                   build.type, build.flags)});
  }
  if (concurrent)
    findings.push_back(
        {"concurrent", "another run measured on this host at the same time (--allow-concurrent)"});
  std::string sparse;
  for (const Dataset& dataset : data) {
    const std::uint64_t unwritten = os::unwritten_bytes(dataset.path).value_or(0);
    if (unwritten == 0) continue;
    sparse += fmt::format(
        "{}{} of {} were never written (a hole, or allocated only): they are read without any I/O",
        sparse.empty() ? "" : "; ", human_bytes(unwritten), dataset.name);
  }
  if (!sparse.empty()) findings.push_back({"sparse", sparse});
  const std::vector<std::string> disturbances = os::disturbances();
  if (!disturbances.empty()) findings.push_back({"disturbed", join(disturbances, "; ")});
  return findings;
}

// A file that no case reads, by which is seen what a way of reading does to the cache of others.
// Where it cannot be made, that column stays empty.
std::filesystem::path victim_file(const run::Plan& plan, const Globals& globals,
                                  ProgressLine& progress) {
  const auto reads_it = [](const run::PlannedCase& planned) {
    return planned.data.name == kVictim;
  };
  if (std::ranges::any_of(plan.cases, reads_it)) return {};
  try {
    return datasets::ensure(kVictim, globals.data_dir).path;
  } catch (const RuntimeError& error) {
    progress.note(fmt::format("without a victim file: {}", error.what()));
    return {};
  }
}

}  // namespace

void SittingFlags::declare(CLI::App& app) {
  CLI::Option* const exactly = app.add_option("--rounds", rounds, "Exactly this many rounds")
                                   ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--min-rounds", min_rounds, "At least this many; fewer than 6 have no interval")
      ->excludes(exactly)
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--max-rounds", max_rounds, "At most this many")
      ->excludes(exactly)
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--target-ci", target_ci,
                 "A case is done when its interval's half-width is this percentage of the median")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--max-time", max_time, "Budget of the measuring, such as 90s or 10m");
  app.add_option("--timeout", timeout, "Limit of one measurement (default 60s)");
  app.add_option("--memory-limit", memory_limit,
                 "Read inside this much memory, page cache included, such as 64MiB (Linux)");
  app.add_option("--cpus", cpus, "Measure on these processors only, such as 0,2-3");
  app.add_option("--wrap", wrap, "Start each worker under this command, such as \"perf stat\"");
  app.add_option("--seed", seed, "Seed of the order (default: random; it is stored)")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
  app.add_option("--label", labels, "NAME=VALUE to find this run by (may be repeated)")
      ->allow_extra_args(false);
  app.add_flag("--drop-caches", drop_caches,
               "Empty the whole system's cache for cold passes (root; harms others)");
  app.add_flag("--allow-concurrent", allow_concurrent,
               "Measure although another run does; leaves a finding");
}

void SittingFlags::apply(Limits& limits) const {
  if (rounds > 0) limits.min_rounds = limits.max_rounds = rounds;
  if (min_rounds > 0) limits.min_rounds = min_rounds;
  if (max_rounds > 0) limits.max_rounds = max_rounds;
  if (min_rounds > 0 && max_rounds == 0)
    limits.max_rounds = std::max(limits.max_rounds, limits.min_rounds);
  if (max_rounds > 0 && min_rounds == 0)
    limits.min_rounds = std::min(limits.min_rounds, limits.max_rounds);
  if (limits.min_rounds > limits.max_rounds) {
    throw UsageError(fmt::format("--min-rounds {} is more than --max-rounds {}", limits.min_rounds,
                                 limits.max_rounds));
  }
  if (std::isnan(target_ci))
    throw UsageError("--target-ci: a percentage from 0 to 100 is expected, not nan");
  if (target_ci >= 0) limits.target_ci_pct = target_ci;
  if (max_time) limits.max_time_ns = duration_of("--max-time", *max_time);
  if (timeout) limits.timeout_ns = duration_of("--timeout", *timeout);
  if (memory_limit) limits.memory_bytes = memory_of("--memory-limit", *memory_limit);
}

std::vector<std::string> SittingFlags::wrapper() const {
  std::vector<std::string> result;
  for (std::string& word : split(wrap, ' ')) {
    if (!word.empty()) result.push_back(std::move(word));
  }
  return result;
}

std::uint64_t SittingFlags::seed_or_random() const {
  if (seed) return *seed;
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >>
         1;  // 63 bits: SQLite's integers are signed
}

run::RunMeta meta_of(const SittingFlags& flags, std::vector<std::string> argv) {
  run::RunMeta meta;
  meta.host_label = host_label();
  meta.argv = std::move(argv);
  if (!flags.wrap.empty()) meta.argv.insert(meta.argv.end(), {"--wrap", printable(flags.wrap)});
  if (flags.cpus) meta.argv.insert(meta.argv.end(), {"--cpus", *flags.cpus});
  if (flags.memory_limit)
    meta.argv.insert(meta.argv.end(), {"--memory-limit", printable(*flags.memory_limit)});
  for (const std::string& label : flags.labels) {
    const std::size_t equals = label.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("--label: \"{}\" is not NAME=VALUE", printable(label)));
    }
    meta.labels.emplace_back(printable(label.substr(0, equals)),
                             printable(label.substr(equals + 1)));
  }
  return meta;
}

std::unique_ptr<os::HostLock> lock_host(const SittingFlags& flags, std::int64_t wait_ns) {
  std::string holder;
  std::unique_ptr<os::HostLock> lock = os::HostLock::acquire(wait_ns, holder);
  if (lock == nullptr && !flags.allow_concurrent) {
    throw RuntimeError(
        fmt::format("another run measures on this host{}: both would be wrong; wait for it, or "
                    "pass --allow-concurrent",
                    holder.empty() ? "" : " (" + holder + ")"));
  }
  return lock;
}

Measured measure(const SittingFlags& flags, const Globals& globals, store::Store& store,
                 const run::BenchProgram& bench, run::LiveRun live, ProgressLine& progress) {
  const run::RunnerOptions options{live.plan.profile.limits, live.plan.seed, flags.drop_caches,
                                   victim_file(live.plan, globals, progress)};
  run::Runner runner(store, live.run.id, live.session, bench, std::move(live.entries), options,
                     progress, os::interrupts);
  bool interrupted = false;
  try {
    interrupted = runner.run();
  } catch (...) {
    store.set_run_state(live.run.id, store::RunState::failed);
    run::summarize(store, live.run.id);
    store.end_session(live.session, os::unix_time_ns(), exit_code::runtime_error);
    throw;
  }
  progress.finish();
  run::summarize(store, live.run.id);
  // Last, since a finished run is never worked on again.
  store.set_run_state(live.run.id,
                      interrupted ? store::RunState::interrupted : store::RunState::finished);

  const run::Result result = run::load_result(store, store.run(live.run.id));
  const int code = interrupted ? exit_code::interrupted : run::exit_code_of(result);
  store.end_session(live.session, os::unix_time_ns(), code);
  store.checkpoint();
  if (!std::filesystem::exists(store.path())) {
    throw RuntimeError(
        fmt::format("the database {} was removed during the run: its results are lost",
                    display_path(store.path())));
  }
  return {live.run.id, code};
}

Measured measure_plan(const SittingFlags& flags, const Globals& globals, store::Store& store,
                      const run::BenchProgram& bench, const run::Plan& plan,
                      const std::vector<Dataset>& data, const run::RunMeta& meta,
                      ProgressLine& progress) {
  const std::unique_ptr<os::HostLock> lock = lock_host(flags, 0);
  const Build build = bench.build();
  run::LiveRun live = run::begin_run(store, plan, build, meta);
  for (const run::Finding& finding :
       early_findings(build, data, plan.profile.limits, lock == nullptr)) {
    store.add_finding({live.run.id, finding.rule, {}, {}, finding.detail, {}});
    progress.note(finding.detail);
  }
  return measure(flags, globals, store, bench, std::move(live), progress);
}

}  // namespace readmark::cli
