// Looking a strategy up.
#include "core/strategy.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark {

std::string why_not_built(const StrategyRow& row) {
  if (!row.missing.empty()) return fmt::format("not built: {}", row.missing);
  return fmt::format("not built on this system; it is for {}", row.platforms);
}

const StrategyRow* StrategyTable::find(std::string_view workload, std::string_view name) const {
  for (const StrategyRow& row : rows_) {
    if (row.workload == workload && row.name == name) return &row;
  }
  return nullptr;
}

const Strategy& StrategyTable::get(std::string_view workload, std::string_view name) const {
  const StrategyRow* row = find(workload, name);
  if (row != nullptr && row->make != nullptr) return row->make();
  if (row != nullptr) {
    throw UsageError(
        fmt::format("strategy \"{}\" of workload {} is {}", name, workload, why_not_built(*row)));
  }
  std::vector<std::string> names;
  std::string elsewhere;
  for (const StrategyRow& other : rows_) {
    if (other.workload == workload) names.emplace_back(other.name);
    if (other.name == name) elsewhere = other.workload;
  }
  if (names.empty())
    throw UsageError(fmt::format("there is no workload \"{}\"", printable(workload)));
  if (!elsewhere.empty()) {
    throw UsageError(fmt::format("strategy \"{}\" belongs to workload {}, not to {}", name,
                                 elsewhere, workload));
  }
  throw UsageError(
      fmt::format("unknown strategy \"{}\" for workload {}{}: the name is wrong, or belongs to "
                  "another workload, or is of a "
                  "newer readmark; this program knows: {}",
                  printable(name), workload, did_you_mean(name, names), join(names, ", ")));
}

}  // namespace readmark
