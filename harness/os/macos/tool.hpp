// Programs that come with macOS and tell what no public call does, and reading what they print.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readmark::os::macos {

/// Everything it printed, if it ended by itself with exit code 0 within some seconds.
std::optional<std::string> run_tool(const char* program, const std::vector<std::string>& arguments);

/// The value of the first `<key>KEY</key>` of a property list: the text of its string or number, or
/// "yes" or "no". Empty if there is none, or if it is an array or a dictionary.
std::optional<std::string> plist_value(std::string_view plist, std::string_view key);

}  // namespace readmark::os::macos
