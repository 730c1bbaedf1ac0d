// readmark explain CASE..: why a case takes the time it takes, measured now or of a stored run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/explain_text.hpp"
#include "cli/find_run.hpp"
#include "cli/selection.hpp"
#include "cli/sitting.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/typed_case.hpp"
#include "os/affinity.hpp"
#include "os/interrupt.hpp"

namespace readmark::cli {
namespace {

constexpr std::int64_t kBudgetNs = 120'000'000'000;

struct ExplainFlags {
  std::vector<std::string> cases, data, files;
  std::string run;
  SittingFlags sitting;
};

std::vector<TypedCase> typed_cases(const ExplainFlags& flags) {
  std::vector<TypedCase> typed;
  for (const std::string& text : flags.cases) typed.push_back(parse_typed_case(text));
  return typed;
}

bool any_matches(const std::vector<TypedCase>& typed, const Case& bench_case) {
  return std::ranges::any_of(typed, [&](const TypedCase& one) { return matches(one, bench_case); });
}

// A cell reads the datasets that its case names, or all that the flags name.
Cell cell_of(const TypedCase& typed, const std::vector<std::string>& named_by_flags) {
  Cell cell;
  cell.workload = typed.workload;
  cell.strategies = {typed.strategy};
  cell.knobs = typed.knobs;
  cell.data = typed.data ? std::vector<std::string>{*typed.data} : named_by_flags;
  if (!typed.caches.empty()) cell.caches = typed.caches;
  if (!typed.uses.empty()) cell.uses = typed.uses;
  if (cell.data.empty()) {
    throw UsageError(
        fmt::format("{}/{} names no dataset: add its name, as in {}/{}/150mb, or give "
                    "--data NAME or --file PATH",
                    typed.workload, typed.strategy, typed.workload, typed.strategy));
  }
  return cell;
}

Chosen choose(const ExplainFlags& flags, const Globals& globals, ProgressLine& progress) {
  Chosen chosen;
  chosen.data = own_files(flags.files, progress);
  std::vector<std::string> named = flags.data;
  for (const Dataset& own : chosen.data) named.push_back(own.name);

  Profile& profile = chosen.profile;
  profile.name = "explain";
  profile.unit_costs = true;
  profile.limits.max_time_ns = kBudgetNs;
  for (const TypedCase& typed : typed_cases(flags)) profile.cells.push_back(cell_of(typed, named));
  std::set<std::string> known;
  for (const Dataset& own : chosen.data) known.insert(own.name);
  for (const Cell& cell : profile.cells) {
    for (const std::string& name : cell.data) {
      if (std::ranges::find(profile.data, name) == profile.data.end()) profile.data.push_back(name);
      if (known.insert(name).second) chosen.data.push_back(catalogue_data(name, globals));
    }
  }
  flags.sitting.apply(profile.limits);
  return chosen;
}

int print(const Globals& globals, const store::Store& store, const run::Result& result,
          const std::vector<run::ExplainedCase>& cases) {
  if (globals.json) write_json(globals, explain_json(result, cases, store.path()));
  if (!stdout_is_json(globals)) std::cout << explain_text(result, cases, style_for(globals.color));
  const bool any = std::ranges::any_of(cases, &run::ExplainedCase::measured);
  return any ? exit_code::success : exit_code::nothing_measured;
}

int explain_stored(const ExplainFlags& flags, const Globals& globals) {
  const std::vector<TypedCase> typed = typed_cases(flags);
  const FoundRun found = find_stored_run(globals, flags.run);
  const run::Result result = run::load_result(found.store, found.run);
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const bool there = std::ranges::any_of(
        result.rows, [&](const run::ResultRow& row) { return matches(typed[i], row.bench_case); });
    if (there) continue;
    std::vector<std::string> names;
    for (const run::ResultRow& row : result.rows) names.push_back(row.bench_case.name);
    throw UsageError(fmt::format("run {} has no case {}{}: readmark show {} lists its cases",
                                 found.run.uuid.substr(0, 8), printable(flags.cases[i]),
                                 did_you_mean(flags.cases[i], names), found.run.uuid.substr(0, 8)));
  }
  return print(
      globals, found.store, result,
      run::explain_run(found.store, result, [&](const Case& c) { return any_matches(typed, c); }));
}

std::vector<std::string> argv_of(const ExplainFlags& flags, const Chosen& chosen) {
  std::vector<std::string> argv = {"explain"};
  for (const std::string& text : flags.cases) argv.push_back(printable(text));
  for (const Dataset& dataset : chosen.data) argv.insert(argv.end(), {"--data", dataset.name});
  return argv;
}

int explain_now(const ExplainFlags& flags, const Globals& globals) {
  ProgressLine progress(globals.quiet);
  const run::BenchProgram any_bench(run::find_bench_program(), flags.sitting.wrapper());
  os::watch_interrupts();
  if (flags.sitting.cpus) os::run_on_cpus(os::parse_cpu_list(*flags.sitting.cpus));

  // Everything that can be refused is refused before the first byte of a dataset is made.
  const Chosen chosen = choose(flags, globals, progress);
  const run::BenchProgram bench = any_bench.limited_to(chosen.profile.limits.memory_bytes);
  const run::RunMeta meta = meta_of(flags.sitting, argv_of(flags, chosen));
  const std::uint64_t seed = flags.sitting.seed_or_random();
  run::make_plan(bench, chosen.profile, chosen.data, "", seed);

  store::Store store = store::Store::open(globals.db, store::Access::read_write);
  if (!store.warning().empty()) progress.note(store.warning());
  make_data(chosen, globals, progress);
  const run::Plan plan = run::make_plan(bench, chosen.profile, chosen.data, "", seed);
  const Measured measured =
      measure_plan(flags.sitting, globals, store, bench, plan, chosen.data, meta, progress);

  const run::Result result = run::load_result(store, store.run(measured.run));
  print(globals, store, result,
        run::explain_run(store, result, [](const Case& c) { return c.role == Role::subject; }));
  return measured.code;
}

}  // namespace

Command add_explain(CLI::App& app, const Globals& globals) {
  auto flags = std::make_shared<ExplainFlags>();
  app.add_option("CASE", flags->cases,
                 "Cases to explain, and to compare with the fastest of them, such as "
                 "read/whole/150mb/alloc:fresh,reused")
      ->required();
  CLI::Option* const stored =
      app.add_option("--run", flags->run, "Of a stored run (as `show` names it); measures nothing");
  CLI::Option* const data =
      app.add_option("--data", flags->data, "Datasets for cases that name none: NAME,..")
          ->delimiter(',');
  app.add_option("--file", flags->files, "A file of your own for cases that name no dataset")
      ->allow_extra_args(false)
      ->excludes(data);
  flags->sitting.declare(app);
  for (CLI::Option* const option : app.get_options()) {
    if (option->check_name("CASE") || option->check_name("--run") || option->check_name("--help"))
      continue;
    stored->excludes(option);
  }
  return [flags, &globals] {
    return flags->run.empty() ? explain_now(*flags, globals) : explain_stored(*flags, globals);
  };
}

}  // namespace readmark::cli
