// A plan into the database, and out of it again for --resume.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/build.hpp"
#include "run/plan.hpp"
#include "run/runner.hpp"
#include "store/store.hpp"

namespace readmark::run {

/// What a run is called and where it comes from.
struct RunMeta {
  std::vector<std::string> argv;  // paths of the user's own files already replaced by their labels
  std::vector<std::pair<std::string, std::string>> labels;
  std::string host_label;
};

/// A run that is under way in this process.
struct LiveRun {
  store::RunRow run;
  store::Id session = 0;
  Plan plan;  // limits and seed
  std::vector<Entry> entries;
};

/// The host of this machine as the database knows it.
store::Key this_host_key(std::string_view label);

/// Stores host, environment, build and the whole plan in one transaction.
LiveRun begin_run(store::Store& store, const Plan& plan, const Build& build, const RunMeta& meta);

/// What the run was begun with. Throws UsageError if what is stored is no profile.
Profile settings_of(const store::RunRow& run);

/// Finds the data of a stored case again on this machine. Throws UsageError if it cannot.
using FindData = std::function<Dataset(const Dataset& stored)>;

/// Takes a stored run up again in a new session: what has a measurement is not measured again.
/// Throws UsageError if the run was measured on another host or with another build.
LiveRun resume_run(store::Store& store, const store::RunRow& run, const Build& build,
                   const RunMeta& meta, const FindData& find_data);

}  // namespace readmark::run
