// Flags -> profile and datasets.
#include "cli/selection.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "benchmarks/profiles/profiles.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/datasets.hpp"
#include "os/paths.hpp"

namespace readmark::cli {
namespace {

std::pair<std::string, std::vector<std::string>> parse_set(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(fmt::format("--set: \"{}\" is not KEY=VALUE[,VALUE..], such as buf=64KiB,1MiB",
                                 printable(text)));
  }
  return {text.substr(0, equals), split(std::string_view(text).substr(equals + 1), ',')};
}

void add_set(run::Selection& selection, const std::string& key,
             const std::vector<std::string>& values) {
  if (!values.empty()) selection.sets.emplace_back(key, values);
}

std::vector<std::string> names_of(const std::vector<Dataset>& data) {
  std::vector<std::string> names;
  for (const Dataset& dataset : data) names.push_back(dataset.name);
  return names;
}

datasets::Progress watch(ProgressLine& progress, const std::string& name) {
  return [&progress, name](std::uint64_t done, std::uint64_t total) {
    progress.data(name, done, total);
  };
}

}  // namespace

void SelectionFlags::declare(CLI::App& app) {
  app.add_option("--workload", workload, "The workload of --strategy (default: read)");
  app.add_option("--strategy", strategies, "Only these strategies: S,..")->delimiter(',');
  app.add_option("--set", sets, "Values of a knob: KEY=V,.. (may be repeated)")
      ->allow_extra_args(false);
  app.add_option("--buffer", buffers, "Short for --set buf=V,..")->delimiter(',');
  app.add_option("--threads", threads, "Short for --set threads=V,..")->delimiter(',');
  app.add_option("--depth", depths, "Short for --set depth=V,..")->delimiter(',');
  app.add_option("--cache", caches, "Only these cache states: warm, cold, as_found")
      ->delimiter(',');
  app.add_option("--use", uses, "Only these consumers: touch, sum, newlines, digest, none")
      ->delimiter(',');
  app.add_option("--profile", profile, "A profile's name, or a file of your own (default: quick)");
  CLI::Option* named =
      app.add_option("--data", data, "Datasets of the catalogue: NAME,..")->delimiter(',');
  app.add_option("--file", files, "A file of your own as the dataset (may be repeated)")
      ->allow_extra_args(false)
      ->excludes(named);
  app.add_option(
      "--filter", filter,
      "Only cases whose name matches this regular expression; -REGEX: that do not match");
}

run::Selection SelectionFlags::selection() const {
  run::Selection selection;
  selection.workload = workload;
  selection.strategies = strategies;
  selection.filter = filter;
  for (const std::string& set : sets) selection.sets.push_back(parse_set(set));
  add_set(selection, "buf", buffers);
  add_set(selection, "threads", threads);
  add_set(selection, "depth", depths);
  for (const std::string& cache : caches) selection.caches.push_back(parse_cache(cache));
  for (const std::string& use : uses) selection.uses.push_back(parse_use(use));
  return selection;
}

std::vector<Dataset> own_files(const std::vector<std::string>& paths, ProgressLine& progress) {
  std::vector<Dataset> files;
  for (const std::string& file : paths) {
    Dataset own = datasets::own_file(os::path_from_argument(file), watch(progress, file));
    for (const Dataset& other : files) {
      if (other.name != own.name) continue;
      throw UsageError(
          fmt::format("--file {} and --file {} have the same name and content, so their cases "
                      "could not be told apart: run them one by one",
                      display_path(other.path), display_path(own.path)));
    }
    files.push_back(std::move(own));
  }
  return files;
}

Dataset catalogue_data(const std::string& name, const Globals& globals) {
  return datasets::planned(name, globals.data_dir);
}

Chosen choose(const SelectionFlags& flags, const Globals& globals, ProgressLine& progress) {
  run::Selection selection = flags.selection();
  Chosen chosen;
  chosen.data = own_files(flags.files, progress);
  selection.data = flags.files.empty() ? flags.data : names_of(chosen.data);
  chosen.profile = run::apply(selection, profiles::load_profile(flags.profile));
  if (flags.files.empty()) {
    for (const std::string& name : chosen.profile.data)
      chosen.data.push_back(catalogue_data(name, globals));
  }
  progress.finish();
  return chosen;
}

void make_data(const Chosen& chosen, const Globals& globals, ProgressLine& progress) {
  for (const Dataset& dataset : chosen.data) {
    if (datasets::find(dataset.name) != nullptr)
      datasets::ensure(dataset.name, globals.data_dir, watch(progress, dataset.name));
  }
  progress.finish();
}

}  // namespace readmark::cli
