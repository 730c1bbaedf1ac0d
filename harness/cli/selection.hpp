// The flags that choose what is measured: the same for `run` and `list cases`.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/dataset.hpp"
#include "core/profile.hpp"
#include "run/plan.hpp"

namespace readmark::cli {

class ProgressLine;

/// As typed.
struct SelectionFlags {
  std::string workload, profile = "quick", filter;
  std::vector<std::string> strategies, sets, data, files, buffers, threads, depths, caches, uses;

  void declare(CLI::App& app);
  run::Selection selection() const;  // throws UsageError for malformed --set, --cache, --use
};

/// The profile with the flags applied, and its datasets.
struct Chosen {
  Profile profile;
  std::vector<Dataset> data;
};

/// Datasets of the catalogue are only looked up: their files need not be there.
Chosen choose(const SelectionFlags& flags, const Globals& globals, ProgressLine& progress);

/// The users' own files as datasets. Throws UsageError for two that could not be told apart.
std::vector<Dataset> own_files(const std::vector<std::string>& paths, ProgressLine& progress);

/// A dataset of the catalogue; its file need not be there. Throws UsageError for an unknown name.
Dataset catalogue_data(const std::string& name, const Globals& globals);

/// Makes the datasets of the catalogue that are not there.
void make_data(const Chosen& chosen, const Globals& globals, ProgressLine& progress);

}  // namespace readmark::cli
