// Every strategy of readmark-bench, in the order in which they are listed.
#pragma once

#include "core/strategy.hpp"

namespace readmark {

StrategyTable all_strategies();

}  // namespace readmark
