// Worker, or by hand; failures are worded once, here.
#include "benchmarks/bench_main.hpp"

#include <algorithm>
#include <cstdio>

#include "benchmarks/by_hand.hpp"
#include "benchmarks/worker/worker.hpp"
#include "core/error.hpp"
#include "os/affinity.hpp"
#include "os/paths.hpp"

namespace readmark {

int bench_main(int argc, char** argv, const StrategyTable& table) {
  os::somebody_waits();  // this is the thread that makes the passes
  try {
    std::vector<std::string> arguments = os::program_arguments(argc, argv);
    if (std::find(arguments.begin(), arguments.end(), "--worker") != arguments.end()) {
      if (arguments.size() > 2) throw UsageError("--worker takes no other argument");
      return run_worker(table);
    }
    return run_by_hand(std::move(arguments), table);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "readmark-bench: %s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "readmark-bench: %s\n", error.what());
    return 1;
  }
}

}  // namespace readmark
