// readmark list strategies|datasets|cases|profiles|runs: what there is; runs nothing.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "benchmarks/profiles/profiles.hpp"
#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "cli/selection.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/datasets.hpp"
#include "run/bench_program.hpp"
#include "run/plan.hpp"
#include "store/store.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
constexpr int kSchemaVersion = 1;

// Prints the table, or the document, as asked.
int print(const Globals& globals, const char* key, ordered_json rows, const TextTable& table) {
  if (globals.json)
    write_json(globals, {{"schema_version", kSchemaVersion}, {key, std::move(rows)}});
  if (!stdout_is_json(globals)) std::cout << table.text();
  return exit_code::success;
}

ordered_json knobs_json(const protocol::Description& strategy) {
  ordered_json knobs = ordered_json::array();
  for (const protocol::Description::Knob& knob : strategy.knobs) {
    knobs.push_back({{"name", knob.key},
                     {"kind", knob.kind},
                     {"default", knob.fallback},
                     {"choices", knob.choices}});
  }
  return knobs;
}

std::string knobs_text(const protocol::Description& strategy) {
  std::vector<std::string> knobs;
  for (const protocol::Description::Knob& knob : strategy.knobs)
    knobs.push_back(fmt::format("{}={}", knob.key, knob.fallback));
  return join(knobs, " ");
}

int list_strategies(const Globals& globals) {
  TextTable table(
      {{"workload"}, {"strategy"}, {"role"}, {"here"}, {"knobs and their defaults"}, {"summary"}});
  ordered_json rows = ordered_json::array();
  for (const protocol::Description& s : run::BenchProgram(run::find_bench_program()).describe()) {
    table.add({s.workload, s.strategy, std::string(to_text(s.role)),
               s.supported ? "yes" : "no: " + s.reason, knobs_text(s), s.summary});
    rows.push_back({{"name", s.strategy},
                    {"summary", s.summary},
                    {"workload", s.workload},
                    {"role", to_text(s.role)},
                    {"knobs", knobs_json(s)},
                    {"built", s.built},
                    {"supported", s.supported},
                    {"reason", s.reason.empty() ? ordered_json(nullptr) : ordered_json(s.reason)}});
  }
  return print(globals, "strategies", std::move(rows), table);
}

int list_datasets(const Globals& globals) {
  TextTable table(
      {{"dataset"}, {"bytes", Align::right}, {"lines", Align::right}, {"here"}, {"summary"}});
  ordered_json rows = ordered_json::array();
  for (const datasets::Entry& entry : datasets::catalogue()) {
    const Dataset dataset = datasets::planned(entry.name, globals.data_dir);
    const bool ready = datasets::is_ready(dataset);
    table.add({entry.name, fmt::format("{}", dataset.bytes), fmt::format("{}", dataset.lines),
               ready ? "yes" : "no", entry.summary});
    rows.push_back({{"name", entry.name},
                    {"summary", entry.summary},
                    {"bytes", dataset.bytes},
                    {"lines", dataset.lines},
                    {"newline_bytes", dataset.newline_bytes},
                    {"cr_bytes", dataset.cr_bytes},
                    {"longest_line", dataset.longest_line},
                    {"digest", dataset.digest.text()},
                    {"ready", ready},
                    {"path", display_path(dataset.path)}});
  }
  return print(globals, "datasets", std::move(rows), table);
}

int list_cases(const Globals& globals, const SelectionFlags& flags) {
  ProgressLine progress(globals.quiet);
  const Chosen chosen = choose(flags, globals, progress);
  const run::BenchProgram bench(run::find_bench_program());
  const run::Plan plan = run::make_plan(bench, chosen.profile, chosen.data, flags.filter, 0);
  TextTable table({{"case"}, {"role"}, {"runnable"}});
  ordered_json rows = ordered_json::array();
  for (const run::PlannedCase& planned : plan.cases) {
    const Case& c = planned.bench_case;
    table.add(
        {c.name, std::string(to_text(c.role)), planned.settled ? "no: " + planned.reason : "yes"});
    rows.push_back(
        {{"case", c.name},
         {"role", to_text(c.role)},
         {"runnable", !planned.settled},
         {"status",
          planned.settled ? ordered_json(to_text(*planned.settled)) : ordered_json(nullptr)},
         {"reason", planned.settled ? ordered_json(planned.reason) : ordered_json(nullptr)}});
  }
  return print(globals, "cases", std::move(rows), table);
}

int list_profiles(const Globals& globals) {
  TextTable table({{"profile"},
                   {"data"},
                   {"rounds", Align::right},
                   {"time budget", Align::right},
                   {"summary"}});
  ordered_json rows = ordered_json::array();
  for (const EmbeddedFile& file : profiles::profiles()) {
    const Profile profile = parse_profile(file.text, file.name);
    const Limits& limits = profile.limits;
    table.add({profile.name, join(profile.data, " "),
               fmt::format("{}-{}", limits.min_rounds, limits.max_rounds),
               limits.max_time_ns > 0 ? human_duration(limits.max_time_ns) : "none",
               profile.summary});
    rows.push_back({{"name", profile.name},
                    {"summary", profile.summary},
                    {"data", profile.data},
                    {"min_rounds", limits.min_rounds},
                    {"max_rounds", limits.max_rounds},
                    {"max_time_ns", limits.max_time_ns}});
  }
  return print(globals, "profiles", std::move(rows), table);
}

int list_runs(const Globals& globals) {
  const store::Store store = store::Store::open(globals.db, store::Access::read_only);
  TextTable table({{"run"},
                   {"kind"},
                   {"state"},
                   {"profile"},
                   {"started (UTC)"},
                   {"host"},
                   {"ok", Align::right},
                   {"cases", Align::right},
                   {"labels"}});
  ordered_json rows = ordered_json::array();
  for (const store::RunOverview& o : store.list_runs()) {
    std::vector<std::string> labels;
    ordered_json label_rows = ordered_json::object();
    for (const store::LabelRow& label : o.labels) {
      labels.push_back(fmt::format("{}={}", label.name, label.value));
      label_rows[label.name] = label.value;
    }
    const auto ok = o.statuses.find("ok");
    const std::int64_t ok_count = ok == o.statuses.end() ? 0 : ok->second;
    table.add({o.run.uuid.substr(0, 8), std::string(store::to_text(o.run.kind)),
               std::string(store::to_text(o.run.state)), o.run.profile, utc_text(o.run.started_ns),
               o.host, fmt::format("{}", ok_count), fmt::format("{}", o.entries),
               join(labels, " ")});
    rows.push_back({{"run_id", o.run.uuid},
                    {"kind", store::to_text(o.run.kind)},
                    {"state", store::to_text(o.run.state)},
                    {"profile", o.run.profile},
                    {"started_ns", o.run.started_ns},
                    {"host", o.host},
                    {"entries", o.entries},
                    {"measurements", o.measurements},
                    {"statuses", o.statuses},
                    {"labels", label_rows}});
  }
  return print(globals, "runs", std::move(rows), table);
}

}  // namespace

Command add_list(CLI::App& app, const Globals& globals) {
  auto chosen = std::make_shared<Command>();
  auto flags = std::make_shared<SelectionFlags>();
  const auto add = [&](const char* name, const char* summary, Command command) {
    CLI::App* sub = app.add_subcommand(name, summary);
    sub->fallthrough();
    sub->callback([chosen, command = std::move(command)] { *chosen = command; });
    return sub;
  };
  add("strategies", "Every way to read that is known, and whether it can run here",
      [&globals] { return list_strategies(globals); });
  add("datasets", "The catalogue of datasets", [&globals] { return list_datasets(globals); });
  flags->declare(*add("cases", "What a profile or selection would measure",
                      [&globals, flags] { return list_cases(globals, *flags); }));
  add("profiles", "The profiles that come with readmark",
      [&globals] { return list_profiles(globals); });
  add("runs", "The runs in the database", [&globals] { return list_runs(globals); });
  app.require_subcommand(1);
  return [chosen] { return (*chosen)(); };
}

}  // namespace readmark::cli
