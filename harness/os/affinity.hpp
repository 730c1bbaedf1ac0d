// Which processors this process, and what it starts, may run on.
#pragma once

#include <string_view>
#include <vector>

namespace readmark::os {

/// "0,2-3" -> {0, 2, 3}. Throws UsageError if it is not such a list.
std::vector<unsigned> parse_cpu_list(std::string_view text);

/// Throws RuntimeError if the system refuses, or has no such call (macOS).
void run_on_cpus(const std::vector<unsigned>& cpus);

}  // namespace readmark::os
