// The kernel's table of values, by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace readmark::os::macos {

/// Empty with errno set: ENOENT if there is no such value on this machine, EPERM if it may not be
/// read.
std::optional<std::string> sysctl_text(const char* name);
std::optional<std::int64_t> sysctl_number(const char* name);

}  // namespace readmark::os::macos
