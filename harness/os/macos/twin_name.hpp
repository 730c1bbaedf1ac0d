// What a file's twin is called. Pure: builds and is tested on every system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace readmark::os::macos {

/// ".readmark-twin-4711-1": of which process, and which of its twins.
std::string twin_name(long process, unsigned number);

/// The process that a twin belongs to; empty if it is no twin's name.
std::optional<long> process_of_twin(std::string_view name);

}  // namespace readmark::os::macos
