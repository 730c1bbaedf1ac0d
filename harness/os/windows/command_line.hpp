// One command line out of many arguments, as the run-time library of the child takes it apart
// again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace readmark::os::windows {

/// The inverse of CommandLineToArgvW and of the C run-time library's own rules.
std::wstring join_command_line(std::wstring_view program,
                               const std::vector<std::string>& arguments);

}  // namespace readmark::os::windows
