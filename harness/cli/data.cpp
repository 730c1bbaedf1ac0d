// readmark data generate|verify|remove NAME..: the files of the catalogue in the data folder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <vector>

#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/datasets.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
constexpr int kSchemaVersion = 1;

struct Interrupted {};

struct DataFlags {
  std::vector<std::string> names;
  unsigned threads = 0;
  bool dry_run = false;
};

/// What was done about one dataset.
struct Outcome {
  std::string status;   // generated ready made_in_memory right wrong removed absent
  std::string finding;  // what is wrong; empty if nothing is
  std::uint64_t bytes_done = 0;
};

using Action = std::function<Outcome(const Dataset&, const datasets::Progress&)>;

Outcome generate(const DataFlags& flags, const Globals& globals, const Dataset& dataset,
                 ProgressLine& line, const datasets::Progress& progress) {
  if (flags.dry_run) {
    const datasets::Entry& entry = datasets::entry(dataset.name);
    const datasets::Content made = datasets::measure(entry.spec, flags.threads, progress);
    if (made.same_totals(entry.expected)) return {"made_in_memory", "", made.bytes};
    return {"wrong",
            fmt::format("this build makes other bytes for {} than the catalogue says (digest {})",
                        dataset.name, made.digest.text()),
            made.bytes};
  }
  if (datasets::is_ready(dataset)) return {"ready", "", 0};
  if (std::filesystem::exists(dataset.path)) {
    const std::string problem =
        datasets::verify(dataset.name, globals.data_dir, progress, flags.threads);
    if (problem.empty()) return {"ready", "", 0};
    line.note("replacing a file that is not as it should be: " + problem);
  }
  datasets::generate(dataset.name, globals.data_dir, progress, flags.threads);
  return {"generated", "", dataset.bytes};
}

Outcome verify(const DataFlags& flags, const Globals& globals, const Dataset& dataset,
               const datasets::Progress& progress) {
  const std::string problem =
      datasets::verify(dataset.name, globals.data_dir, progress, flags.threads);
  return {problem.empty() ? "right" : "wrong", problem, problem.empty() ? dataset.bytes : 0};
}

Outcome remove(const Globals& globals, const Dataset& dataset) {
  const std::uint64_t bytes = datasets::remove(dataset.name, globals.data_dir);
  return {bytes > 0 ? "removed" : "absent", "", 0};
}

ordered_json to_json(const Dataset& dataset, const Outcome& outcome, std::int64_t took_ns) {
  return {
      {"name", dataset.name},
      {"status", outcome.status},
      {"finding", outcome.finding.empty() ? ordered_json(nullptr) : ordered_json(outcome.finding)},
      {"path", display_path(dataset.path)},
      {"bytes", dataset.bytes},
      {"lines", dataset.lines},
      {"newline_bytes", dataset.newline_bytes},
      {"cr_bytes", dataset.cr_bytes},
      {"longest_line", dataset.longest_line},
      {"digest", dataset.digest.text()},
      {"elapsed_ns", took_ns}};
}

std::string to_text(const Dataset& dataset, const Outcome& outcome, std::int64_t took_ns) {
  const std::string path = display_path(dataset.path);
  if (outcome.status == "ready") return fmt::format("{}: is there, {}", dataset.name, path);
  if (outcome.status == "removed") return fmt::format("{}: removed, {}", dataset.name, path);
  if (outcome.status == "absent") return fmt::format("{}: was not there, {}", dataset.name, path);
  const char* const did = outcome.status == "generated" ? "generated"
                          : outcome.status == "right"   ? "right"
                                                        : "made in memory, nothing written, right";
  return fmt::format("{}: {}, {}, {} lines, digest {}, {} ({:.2f} GB/s){}", dataset.name, did,
                     human_bytes(dataset.bytes), dataset.lines, dataset.digest.text(),
                     human_duration(took_ns),
                     gb_per_s(outcome.bytes_done, static_cast<double>(took_ns)),
                     outcome.status == "made_in_memory" ? "" : ", " + path);
}

/// Unknown names are refused before anything is done.
std::vector<Dataset> planned(const DataFlags& flags, const Globals& globals) {
  std::vector<Dataset> datasets;
  for (const std::string& name : flags.names) {
    datasets.push_back(datasets::planned(name, globals.data_dir));
  }
  return datasets;
}

int for_each_name(const DataFlags& flags, const Globals& globals, ProgressLine& line,
                  const Action& action) {
  const std::vector<Dataset> datasets = planned(flags, globals);
  ordered_json rows = ordered_json::array();
  bool all_right = true;
  os::watch_interrupts();
  for (const Dataset& dataset : datasets) {
    const std::int64_t begin = os::monotonic_ns();
    const Outcome outcome = action(dataset, [&](std::uint64_t done, std::uint64_t total) {
      if (os::interrupts() > 0) throw Interrupted();
      line.data(dataset.name, done, total);
    });
    line.finish();
    const std::int64_t took_ns = os::monotonic_ns() - begin;
    rows.push_back(to_json(dataset, outcome, took_ns));
    if (!outcome.finding.empty()) {
      all_right = false;
      line.note(fmt::format("{}: {}", dataset.name, printable(outcome.finding)));
    } else if (!stdout_is_json(globals)) {
      std::cout << to_text(dataset, outcome, took_ns) << std::endl;
    }
  }
  if (globals.json) {
    write_json(globals, {{"schema_version", kSchemaVersion}, {"datasets", std::move(rows)}});
  }
  return all_right ? exit_code::success : exit_code::runtime_error;
}

int run(const DataFlags& flags, const Globals& globals, ProgressLine& line, const Action& action) {
  try {
    return for_each_name(flags, globals, line, action);
  } catch (const Interrupted&) {
    line.note("stopped; what is on disk is kept, and the same command goes on from there");
    return exit_code::interrupted;
  }
}

}  // namespace

Command add_data(CLI::App& app, const Globals& globals) {
  auto flags = std::make_shared<DataFlags>();
  auto chosen = std::make_shared<Command>();
  const auto add = [&](const char* name, const char* summary, auto act) {
    CLI::App* sub = app.add_subcommand(name, summary);
    sub->fallthrough();
    sub->add_option("name", flags->names, "Datasets (see readmark list datasets)")->required();
    sub->callback([chosen, flags, &globals, act] {
      *chosen = [flags, &globals, act] {
        ProgressLine line(globals.quiet);
        return run(*flags, globals, line,
                   [&](const Dataset& dataset, const datasets::Progress& progress) {
                     return act(*flags, globals, dataset, line, progress);
                   });
      };
    });
    return sub;
  };
  const auto add_threads = [&](CLI::App* sub) {
    sub->add_option("--threads", flags->threads, "Threads (default: one per CPU)")
        ->check(CLI::Range(1u, 1024u));
    return sub;
  };
  add_threads(add("generate", "Make them; a stopped one goes on where it was", [](auto&&... given) {
    return generate(given...);
  }))->add_flag("--dry-run", flags->dry_run, "Make them in memory and check; write nothing");
  add_threads(add("verify", "Read them whole and name what is wrong",
                  [](const DataFlags& f, const Globals& g, const Dataset& d, ProgressLine&,
                     const datasets::Progress& p) { return verify(f, g, d, p); }));
  add("remove", "Delete them, their manifests, and what a stopped generation left",
      [](const DataFlags&, const Globals& g, const Dataset& d, ProgressLine&,
         const datasets::Progress&) { return remove(g, d); });
  app.require_subcommand(1);
  return [chosen] { return (*chosen)(); };
}

}  // namespace readmark::cli
