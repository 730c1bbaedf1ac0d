// Puts the folders' generated tables together: a new folder of strategies is one line here.
#include "benchmarks/strategies.hpp"

namespace readmark {

namespace tables {
std::span<const StrategyRow> read();
std::span<const StrategyRow> controls();
std::span<const StrategyRow> ceilings();
std::span<const StrategyRow> canaries();
}  // namespace tables

StrategyTable all_strategies() {
  std::vector<StrategyRow> rows;
  for (const auto table :
       {tables::read(), tables::controls(), tables::ceilings(), tables::canaries()}) {
    rows.insert(rows.end(), table.begin(), table.end());
  }
  return StrategyTable(std::move(rows));
}

}  // namespace readmark
