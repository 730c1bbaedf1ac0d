// The memory limit of the control groups that this process is in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace readmark::os::linux_files {

/// The least limit from this process's group up to the root, of version 1 and 2. `root` is where
/// /proc and the mount points are looked for (tests have a tree of their own). Empty if nothing
/// limits.
std::optional<std::uint64_t> cgroup_memory_limit(const std::filesystem::path& root = "/");

}  // namespace readmark::os::linux_files
