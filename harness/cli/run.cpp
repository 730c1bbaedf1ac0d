// readmark run: plan, measure, store, print.
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <random>
#include <set>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "cli/progress.hpp"
#include "cli/run_json.hpp"
#include "cli/selection.hpp"
#include "cli/table.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/datasets.hpp"
#include "os/affinity.hpp"
#include "os/clock.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/host_lock.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "run/record.hpp"
#include "run/runner.hpp"
#include "run/summarize.hpp"

namespace readmark::cli {
namespace {

constexpr std::int64_t kResumeWaitNs =
    30'000'000'000;  // for a worker that a killed harness left behind

struct RunFlags {
  SelectionFlags selection;
  unsigned rounds = 0, min_rounds = 0, max_rounds = 0;
  double target_ci = -1;
  std::string max_time, timeout, wrap, resume;
  std::optional<std::string> cpus;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> labels;
  bool dry_run = false, drop_caches = false, allow_concurrent = false;
};

std::int64_t duration_of(const std::string& flag, const std::string& text) {
  const auto value = parse_duration(text);
  if (!value || *value <= 0)
    throw UsageError(
        fmt::format("{}: \"{}\" is not a duration such as 90s or 2m", flag, printable(text)));
  return *value;
}

void apply_limits(const RunFlags& flags, Limits& limits) {
  if (flags.rounds > 0) limits.min_rounds = limits.max_rounds = flags.rounds;
  if (flags.min_rounds > 0) limits.min_rounds = flags.min_rounds;
  if (flags.max_rounds > 0) limits.max_rounds = flags.max_rounds;
  if (flags.min_rounds > 0 && flags.max_rounds == 0)
    limits.max_rounds = std::max(limits.max_rounds, limits.min_rounds);
  if (flags.max_rounds > 0 && flags.min_rounds == 0)
    limits.min_rounds = std::min(limits.min_rounds, limits.max_rounds);
  if (limits.min_rounds > limits.max_rounds) {
    throw UsageError(fmt::format("--min-rounds {} is more than --max-rounds {}", limits.min_rounds,
                                 limits.max_rounds));
  }
  if (std::isnan(flags.target_ci))
    throw UsageError("--target-ci: a percentage from 0 to 100 is expected, not nan");
  if (flags.target_ci >= 0) limits.target_ci_pct = flags.target_ci;
  if (!flags.max_time.empty()) limits.max_time_ns = duration_of("--max-time", flags.max_time);
  if (!flags.timeout.empty()) limits.timeout_ns = duration_of("--timeout", flags.timeout);
}

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) result.push_back(std::move(word));
  }
  return result;
}

std::uint64_t random_seed() {
  std::random_device device;
  return ((std::uint64_t{device()} << 32) | device()) >>
         1;  // 63 bits: SQLite's integers are signed
}

run::RunMeta meta_of(const RunFlags& flags, const Chosen& chosen) {
  run::RunMeta meta;
  meta.host_label = host_label();
  meta.argv = {"run", "--profile", chosen.profile.name};
  for (const Dataset& dataset : chosen.data)
    meta.argv.insert(meta.argv.end(), {"--data", dataset.name});
  if (!flags.selection.filter.empty())
    meta.argv.insert(meta.argv.end(), {"--filter", printable(flags.selection.filter)});
  if (!flags.wrap.empty()) meta.argv.insert(meta.argv.end(), {"--wrap", printable(flags.wrap)});
  if (flags.cpus) meta.argv.insert(meta.argv.end(), {"--cpus", *flags.cpus});
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

int dry_run(const Globals& globals, const run::Plan& plan) {
  std::size_t runnable = 0;
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  std::string text;
  for (const run::PlannedCase& planned : plan.cases) {
    runnable += planned.settled ? 0 : 1;
    text += planned.bench_case.name +
            (planned.settled ? fmt::format("  ({}: {})", to_text(*planned.settled), planned.reason)
                             : "") +
            "\n";
    cases.push_back({{"case", planned.bench_case.name},
                     {"role", to_text(planned.bench_case.role)},
                     {"runnable", !planned.settled}});
  }
  const std::int64_t estimate = run::guessed_run_ns(plan);
  text += fmt::format(
      "{} cases, {} runnable, {} to {} rounds; about {} (a guess before anything was measured)\n",
      plan.cases.size(), runnable, plan.profile.limits.min_rounds, plan.profile.limits.max_rounds,
      human_duration(estimate));
  if (globals.json)
    write_json(
        globals,
        {{"schema_version", kRunSchemaVersion}, {"estimated_ns", estimate}, {"cases", cases}});
  if (!stdout_is_json(globals)) std::cout << text;
  return exit_code::success;
}

// What the reader of the figures must know, seen before the first measurement.
std::vector<run::Finding> early_findings(const Build& build, const std::vector<Dataset>& data,
                                         bool concurrent) {
  std::vector<run::Finding> findings;
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

// The lock, or a finding that there was none to be had.
std::unique_ptr<os::HostLock> lock_host(const RunFlags& flags, bool& concurrent) {
  std::string holder;
  std::unique_ptr<os::HostLock> lock =
      os::HostLock::acquire(flags.resume.empty() ? 0 : kResumeWaitNs, holder);
  concurrent = lock == nullptr;
  if (concurrent && !flags.allow_concurrent) {
    throw RuntimeError(
        fmt::format("another run measures on this host{}: both would be wrong; wait for it, or "
                    "pass --allow-concurrent",
                    holder.empty() ? "" : " (" + holder + ")"));
  }
  return lock;
}

void print(const Globals& globals, const store::Store& store, const run::Result& result) {
  if (globals.json) write_json(globals, run_json(result, store.path()));
  if (stdout_is_json(globals)) return;
  std::cout << run_table(result, style_for(globals.color))
            << fmt::format("stored in {} as run {}\n", display_path(store.path()),
                           result.run.uuid.substr(0, 8));
}

// Measures, and leaves the database complete whatever happens.
int measure(const RunFlags& flags, const Globals& globals, store::Store& store,
            const run::BenchProgram& bench, run::LiveRun live, ProgressLine& progress) {
  const run::RunnerOptions options{live.plan.profile.limits, live.plan.seed, flags.drop_caches};
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
  print(globals, store, result);
  if (interrupted)
    progress.note(fmt::format("interrupted; go on with: readmark run --resume {}",
                              live.run.uuid.substr(0, 8)));
  return code;
}

int show_finished(const Globals& globals, const store::Store& store, const store::RunRow& run,
                  ProgressLine& progress) {
  const run::Result result = run::load_result(store, run);
  progress.note(
      fmt::format("run {} is finished: nothing is left to measure", run.uuid.substr(0, 8)));
  print(globals, store, result);
  return run::exit_code_of(result);
}

Dataset find_again(const RunFlags& flags, const Globals& globals, const Dataset& stored) {
  for (const std::string& file : flags.selection.files) {
    const Dataset own = datasets::own_file(os::path_from_argument(file));
    if (own.digest == stored.digest) return own;
  }
  if (datasets::find(stored.name) == nullptr) {
    throw UsageError(
        fmt::format("this run reads your own file {}: give it again with --file PATH (content {})",
                    stored.name, stored.digest.text()));
  }
  const Dataset dataset = datasets::ensure(stored.name, globals.data_dir);
  if (dataset.digest == stored.digest) return dataset;
  throw UsageError(
      fmt::format("dataset {} has other content now than when the run was begun: start a new run",
                  stored.name));
}

int run_command(const RunFlags& flags, const Globals& globals) {
  ProgressLine progress(globals.quiet);
  const run::BenchProgram bench(run::find_bench_program(), words(flags.wrap));
  os::watch_interrupts();
  if (flags.cpus) os::run_on_cpus(os::parse_cpu_list(*flags.cpus));
  run::RunMeta meta;
  bool concurrent = false;

  if (!flags.resume.empty()) {
    store::Store store = store::Store::open(globals.db, store::Access::read_write);
    const store::RunRow row = find_run_in(store, flags.resume);
    if (row.state == store::RunState::finished)
      return show_finished(globals, store, row, progress);
    const std::unique_ptr<os::HostLock> lock = lock_host(flags, concurrent);
    meta.host_label = host_label();
    run::LiveRun live =
        run::resume_run(store, row, bench.build(), meta,
                        [&](const Dataset& stored) { return find_again(flags, globals, stored); });
    return measure(flags, globals, store, bench, std::move(live), progress);
  }

  // Everything that can be refused is refused before the first byte of a dataset is made.
  Chosen chosen = choose(flags.selection, globals, progress);
  apply_limits(flags, chosen.profile.limits);
  meta = meta_of(flags, chosen);
  const std::uint64_t seed = flags.seed.value_or(random_seed());
  const auto plan_now = [&] {
    return run::make_plan(bench, chosen.profile, chosen.data, flags.selection.filter, seed);
  };
  const run::Plan first_plan = plan_now();
  if (flags.dry_run) return dry_run(globals, first_plan);

  store::Store store = store::Store::open(globals.db, store::Access::read_write);
  if (!store.warning().empty()) progress.note(store.warning());
  make_data(chosen, globals, progress);
  const run::Plan plan = plan_now();  // what can run on the files themselves is known now
  const std::unique_ptr<os::HostLock> lock = lock_host(flags, concurrent);
  const Build build = bench.build();
  run::LiveRun live = run::begin_run(store, plan, build, meta);
  for (const run::Finding& finding : early_findings(build, chosen.data, concurrent)) {
    store.add_finding({live.run.id, finding.rule, {}, {}, finding.detail, {}});
    progress.note(finding.detail);
  }
  return measure(flags, globals, store, bench, std::move(live), progress);
}

}  // namespace

Command add_run(CLI::App& app, const Globals& globals) {
  auto flags = std::make_shared<RunFlags>();
  flags->selection.declare(app);
  CLI::Option* const rounds = app.add_option("--rounds", flags->rounds, "Exactly this many rounds")
                                  ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--min-rounds", flags->min_rounds,
                 "At least this many; fewer than 6 have no interval")
      ->excludes(rounds)
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--max-rounds", flags->max_rounds, "At most this many")
      ->excludes(rounds)
      ->check(CLI::Range(1u, 1'000'000u));
  app.add_option("--target-ci", flags->target_ci,
                 "A case is done when its interval's half-width is this percentage of the median")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--max-time", flags->max_time, "Budget of the measuring, such as 90s or 10m");
  app.add_option("--timeout", flags->timeout, "Limit of one measurement (default 60s)");
  app.add_option("--cpus", flags->cpus, "Measure on these processors only, such as 0,2-3");
  app.add_option("--wrap", flags->wrap,
                 "Start each worker under this command, such as \"perf stat\"");
  app.add_option("--seed", flags->seed, "Seed of the order (default: random; it is stored)")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
  app.add_option("--label", flags->labels, "NAME=VALUE to find this run by (may be repeated)")
      ->allow_extra_args(false);
  CLI::Option* const resume =
      app.add_option("--resume", flags->resume, "Go on with a run that was interrupted or killed");
  resume->check([](const std::string& text) {
    return text.empty() ? std::string("names no run") : std::string();
  });
  app.add_flag("--dry-run", flags->dry_run,
               "Print the cases and a guess of the time; measure nothing");
  app.add_flag("--drop-caches", flags->drop_caches,
               "Empty the whole system's cache for cold passes (root; harms others)");
  app.add_flag("--allow-concurrent", flags->allow_concurrent,
               "Measure although another run does; leaves a finding");
  // A resumed run goes on with its stored plan: a flag that would change it is refused, not
  // ignored.
  const std::set<std::string> beside_resume = {
      "--help", "--resume", "--file", "--cpus", "--wrap", "--drop-caches", "--allow-concurrent"};
  for (CLI::Option* const option : app.get_options()) {
    const bool allowed =
        std::any_of(beside_resume.begin(), beside_resume.end(),
                    [&](const std::string& name) { return option->check_name(name); });
    if (!allowed) resume->excludes(option);
  }
  return [flags, &globals] { return run_command(*flags, globals); };
}

}  // namespace readmark::cli
