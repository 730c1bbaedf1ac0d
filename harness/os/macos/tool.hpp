// Programs that come with macOS and tell what no public call does.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace readmark::os::macos {

/// Everything it printed, if it ended by itself with exit code 0 within some seconds.
std::optional<std::string> run_tool(const char* program, const std::vector<std::string>& arguments);

}  // namespace readmark::os::macos
