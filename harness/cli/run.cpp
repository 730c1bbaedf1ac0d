// readmark run: plan, measure, store, print.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "cli/progress.hpp"
#include "cli/run_json.hpp"
#include "cli/selection.hpp"
#include "cli/sitting.hpp"
#include "cli/table.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/datasets.hpp"
#include "os/affinity.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "run/record.hpp"

namespace readmark::cli {
namespace {

constexpr std::int64_t kResumeWaitNs =
    30'000'000'000;  // for a worker that a killed harness left behind

struct RunFlags {
  SelectionFlags selection;
  SittingFlags sitting;
  std::string resume;
  bool dry_run = false;
};

std::vector<std::string> argv_of(const RunFlags& flags, const Chosen& chosen) {
  std::vector<std::string> argv = {"run", "--profile", chosen.profile.name};
  for (const Dataset& dataset : chosen.data) argv.insert(argv.end(), {"--data", dataset.name});
  if (!flags.selection.filter.empty())
    argv.insert(argv.end(), {"--filter", printable(flags.selection.filter)});
  return argv;
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

void print(const Globals& globals, const store::Store& store, const run::Result& result) {
  if (globals.json) write_json(globals, run_json(result, store.path()));
  if (stdout_is_json(globals)) return;
  std::cout << run_table(result, style_for(globals.color))
            << fmt::format("stored in {} as run {}\n", display_path(store.path()),
                           result.run.uuid.substr(0, 8));
}

int report(const Globals& globals, const store::Store& store, const Measured& measured,
           ProgressLine& progress) {
  const run::Result result = run::load_result(store, store.run(measured.run));
  print(globals, store, result);
  if (measured.code == exit_code::interrupted)
    progress.note(fmt::format("interrupted; go on with: readmark run --resume {}",
                              result.run.uuid.substr(0, 8)));
  return measured.code;
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

int resume(const RunFlags& flags, const Globals& globals, const run::BenchProgram& bench,
           ProgressLine& progress) {
  store::Store store = store::Store::open(globals.db, store::Access::read_write);
  const store::RunRow row = find_run_in(store, flags.resume);
  if (row.state == store::RunState::finished) return show_finished(globals, store, row, progress);
  const std::unique_ptr<os::HostLock> lock = lock_host(flags.sitting, kResumeWaitNs);
  const run::BenchProgram limited = bench.limited_to(run::settings_of(row).limits.memory_bytes);
  run::RunMeta meta;
  meta.host_label = host_label();
  run::LiveRun live = run::resume_run(store, row, bench.build(), meta, [&](const Dataset& stored) {
    return find_again(flags, globals, stored);
  });
  return report(globals, store,
                measure(flags.sitting, globals, store, limited, std::move(live), progress),
                progress);
}

int run_command(const RunFlags& flags, const Globals& globals) {
  ProgressLine progress(globals.quiet);
  const run::BenchProgram any_bench(run::find_bench_program(), flags.sitting.wrapper());
  os::watch_interrupts();
  if (flags.sitting.cpus) os::run_on_cpus(os::parse_cpu_list(*flags.sitting.cpus));
  if (!flags.resume.empty()) return resume(flags, globals, any_bench, progress);

  // Everything that can be refused is refused before the first byte of a dataset is made.
  Chosen chosen = choose(flags.selection, globals, progress);
  flags.sitting.apply(chosen.profile.limits);
  const run::BenchProgram bench = any_bench.limited_to(chosen.profile.limits.memory_bytes);
  const run::RunMeta meta = meta_of(flags.sitting, argv_of(flags, chosen));
  const std::uint64_t seed = flags.sitting.seed_or_random();
  const auto plan_now = [&] {
    return run::make_plan(bench, chosen.profile, chosen.data, flags.selection.filter, seed);
  };
  const run::Plan first_plan = plan_now();
  if (flags.dry_run) return dry_run(globals, first_plan);

  store::Store store = store::Store::open(globals.db, store::Access::read_write);
  if (!store.warning().empty()) progress.note(store.warning());
  make_data(chosen, globals, progress);
  progress.note(fmt::format("{} cases, {} to {} rounds, about {} (a guess; --max-time limits it)",
                            first_plan.cases.size(), first_plan.profile.limits.min_rounds,
                            first_plan.profile.limits.max_rounds,
                            human_duration(run::guessed_run_ns(first_plan))));
  const run::Plan plan = plan_now();  // what can run on the files themselves is known now
  return report(
      globals, store,
      measure_plan(flags.sitting, globals, store, bench, plan, chosen.data, meta, progress),
      progress);
}

}  // namespace

Command add_run(CLI::App& app, const Globals& globals) {
  auto flags = std::make_shared<RunFlags>();
  flags->selection.declare(app);
  flags->sitting.declare(app);
  CLI::Option* const resume =
      app.add_option("--resume", flags->resume, "Go on with a run that was interrupted or killed");
  resume->check([](const std::string& text) {
    return text.empty() ? std::string("names no run") : std::string();
  });
  app.add_flag("--dry-run", flags->dry_run,
               "Print the cases and a guess of the time; measure nothing");
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
