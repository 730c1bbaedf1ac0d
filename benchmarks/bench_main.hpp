// The readmark-bench program, for any table of strategies.
#pragma once

#include "core/strategy.hpp"

namespace readmark {

/// `--worker`: answers one request of the harness. Else an ordinary Google Benchmark program over
/// the cases of a profile. Returns the exit code.
int bench_main(int argc, char** argv, const StrategyTable& table);

}  // namespace readmark
