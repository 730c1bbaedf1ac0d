// The volume under a path, and the disk under that, as diskutil describes them.
#pragma once

#include <sys/mount.h>
#include <sys/param.h>

#include <filesystem>
#include <optional>
#include <string>

namespace readmark::os::macos {

/// Of the path or its nearest existing parent.
std::optional<struct statfs> filesystem_of(const std::filesystem::path& path);

/// Property lists; asked for once per volume, since diskutil takes its time.
struct Disk {
  std::optional<std::string> volume;  // the volume itself
  std::optional<std::string> whole;   // the disk that holds it; below an APFS container
};
const Disk& disk_of(const struct statfs& filesystem);

}  // namespace readmark::os::macos
