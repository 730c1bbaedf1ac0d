// readmark-bench and the faulty strategies.
#include "benchmarks/bench_main.hpp"
#include "benchmarks/strategies.hpp"

namespace readmark::tables {
std::span<const StrategyRow> faulty();
}

int main(int argc, char** argv) {
  const auto sound = readmark::all_strategies();
  std::vector<readmark::StrategyRow> rows(sound.rows().begin(), sound.rows().end());
  const auto faulty = readmark::tables::faulty();
  rows.insert(rows.end(), faulty.begin(), faulty.end());
  return readmark::bench_main(argc, argv, readmark::StrategyTable(std::move(rows)));
}
