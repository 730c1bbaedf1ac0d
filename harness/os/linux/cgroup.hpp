// The control groups that this process is in, as far as they count memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace readmark::os::linux_files {

struct GroupFolder {
  bool unified = false;  // version 2
  std::filesystem::path path;
};

/// Of this process's groups, nearest first, up to the root of each hierarchy. `root` is where /proc
/// and the mount points are looked for (tests have a tree of their own).
std::vector<GroupFolder> memory_group_folders(const std::filesystem::path& root = "/");

/// The least limit of all these. Empty if nothing limits.
std::optional<std::uint64_t> cgroup_memory_limit(const std::filesystem::path& root = "/");

}  // namespace readmark::os::linux_files
