// The growth of a run's families of cases: written by the statistics, read by tables.
#include "store/impl.hpp"
#include "store/knobs_json.hpp"

namespace readmark::store {

void Store::add_growth(const GrowthRow& row) {
  impl_->write(
      "INSERT OR REPLACE INTO growth (run_id, name, workload, strategy, knobs, cache, use, role, "
      "sizes, least_bytes, most_bytes, rounds, exponent, ci_low, ci_high, ci_level, flagged, "
      "stats_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      row.run_id, row.name, row.workload, row.strategy, knobs_json(row.knobs), row.cache, row.use,
      row.role, row.sizes, row.least_bytes, row.most_bytes, row.rounds, row.exponent, row.ci_low,
      row.ci_high, row.ci_level, row.flagged, row.stats_version);
}

std::vector<GrowthRow> Store::growth(Id run) const {
  return impl_->all(
      [](Query& query) {
        GrowthRow row;
        std::string knobs;
        query >> row.run_id >> row.name >> row.workload >> row.strategy >> knobs >> row.cache >>
            row.use >> row.role >> row.sizes >> row.least_bytes >> row.most_bytes >> row.rounds >>
            row.exponent >> row.ci_low >> row.ci_high >> row.ci_level >> row.flagged >>
            row.stats_version;
        row.knobs = parse_knobs(knobs);
        return row;
      },
      "SELECT run_id, name, workload, strategy, knobs, cache, use, role, sizes, least_bytes, "
      "most_bytes, rounds, exponent, ci_low, ci_high, ci_level, flagged, stats_version FROM growth "
      "WHERE run_id = ? ORDER BY name",
      run);
}

}  // namespace readmark::store
