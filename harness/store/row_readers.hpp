// How a run's row is selected and read: shared by the queries and the selector.
#pragma once

#include <string>

#include "store/sql.hpp"

namespace readmark::store {

/// `rest` begins with WHERE or ORDER BY; the table is "r".
inline std::string select_runs(const std::string& rest) {
  return "SELECT r.id, r.uuid, r.kind, r.profile, r.seed, r.argv, r.settings, r.started_ns, "
         "r.state FROM run r " +
         rest;
}

inline RunRow read_run(Query& query) {
  RunRow row;
  query >> row.id >> row.uuid >> row.kind >> row.profile >> row.seed >> row.argv >> row.settings >>
      row.started_ns >> row.state;
  return row;
}

}  // namespace readmark::store
