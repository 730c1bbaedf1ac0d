// Where a path is mounted, from the lines of /proc/self/mountinfo.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readmark::os::linux_files {

struct Mount {
  std::int64_t id = 0;
  std::string device;  // "major:minor"
  std::string root;    // the folder of the filesystem that is mounted
  std::filesystem::path point;
  std::string options;        // of the mount: "rw,relatime"
  std::string type;           // "ext4"
  std::string source;         // "/dev/vda"
  std::string super_options;  // of the filesystem: "rw,discard"
};

/// Lines that are not understood are left out.
std::vector<Mount> parse_mounts(std::string_view mountinfo);

/// The mount that holds `path` (or its nearest existing parent).
std::optional<Mount> mount_of(const std::filesystem::path& path);

}  // namespace readmark::os::linux_files
