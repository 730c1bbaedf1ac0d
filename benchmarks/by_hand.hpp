// readmark-bench started by a person: an ordinary Google Benchmark program over the cases of a
// profile.
#pragma once

#include <string>
#include <vector>

#include "core/strategy.hpp"

namespace readmark {

/// `arguments` as given to the program, its name first. Returns the exit code: 6 if a case failed.
/// Throws UsageError for an argument that is not known.
int run_by_hand(std::vector<std::string> arguments, const StrategyTable& table);

}  // namespace readmark
