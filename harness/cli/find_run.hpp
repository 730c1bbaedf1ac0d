// RUN of the command line: a selector in the default database, or a database file of its own.
#pragma once

#include <filesystem>
#include <string>

#include "cli/command.hpp"
#include "store/store.hpp"

namespace readmark::cli {

struct FoundRun {
  store::Store store;
  store::RunRow run;
};

/// The label that tells two machines of one model apart: $READMARK_HOST, or "".
std::string host_label();

/// Read-only. "" means latest. `latest` means of this host, if the database has a run of this host.
FoundRun find_stored_run(const Globals& globals, const std::string& selector);

/// The same in a store that is open already.
store::RunRow find_run_in(const store::Store& store, const std::string& selector);

}  // namespace readmark::cli
