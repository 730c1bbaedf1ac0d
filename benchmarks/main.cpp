// readmark-bench: every case of readmark in one Google Benchmark program.
#include "benchmarks/bench_main.hpp"
#include "benchmarks/strategies.hpp"

int main(int argc, char** argv) {
  return readmark::bench_main(argc, argv, readmark::all_strategies());
}
