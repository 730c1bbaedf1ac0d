// What getattrlist() tells beyond stat() and statfs().
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace readmark::os::macos {

/// ATTR_CMNEXT_EXT_FLAGS of a file; empty with errno set where the filesystem has none.
std::optional<std::uint32_t> extended_flags(const std::filesystem::path& path) noexcept;

struct VolumeAbilities {
  std::uint32_t format = 0;      // VOL_CAP_FMT_..
  std::uint32_t interfaces = 0;  // VOL_CAP_INT_..
};
/// Of the volume that is mounted at `mount_point`; empty with errno set.
std::optional<VolumeAbilities> volume_abilities(const std::filesystem::path& mount_point) noexcept;

}  // namespace readmark::os::macos
