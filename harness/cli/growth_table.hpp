// How time grows with size, per way of reading: a section of the table of a run.
#pragma once

#include <string>

#include "cli/table.hpp"

namespace readmark::cli {

/// Empty where no family of cases was measured at three sizes.
std::string growth_table(const run::Result& result, const Style& style);

}  // namespace readmark::cli
