// Finding a stored run.
#include "cli/find_run.hpp"

#include <algorithm>

#include "os/paths.hpp"
#include "run/record.hpp"

namespace readmark::cli {

std::string host_label() { return os::environment("READMARK_HOST").value_or(""); }

store::RunRow find_run_in(const store::Store& store, const std::string& selector) {
  const store::Key here = run::this_host_key(host_label());
  bool known_here = false;
  for (const store::RunOverview& overview : store.list_runs()) {
    for (const store::SessionRow& session : store.sessions(overview.run.id)) {
      known_here =
          known_here || (session.environment_id && store.host(*session.environment_id).key == here);
    }
    if (known_here) break;
  }
  const std::optional<store::Key> host = known_here ? std::optional(here) : std::nullopt;
  return store.find_run(selector.empty() ? "latest" : selector, host);
}

FoundRun find_stored_run(const Globals& globals, const std::string& selector) {
  const bool file = store::names_a_file(selector);
  store::Store store = store::Store::open(file ? os::path_from_argument(selector) : globals.db,
                                          store::Access::read_only);
  store::RunRow run = find_run_in(store, file ? "latest" : selector);
  return {std::move(store), std::move(run)};
}

}  // namespace readmark::cli
