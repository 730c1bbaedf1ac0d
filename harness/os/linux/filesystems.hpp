// Kinds of filesystems and machines that stand between a file and a device.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace readmark::os::linux_files {

/// The number by which statfs tells filesystems apart; empty if `path` has no existing parent.
std::optional<std::uint64_t> filesystem_magic(const std::filesystem::path& path);

/// "tmpfs", "network filesystem", ..: what in this filesystem may answer a read without the local
/// device.
/// "" if it reads from the device.
std::string_view memory_in_filesystem(std::uint64_t magic);

/// "KVMKVMKVM" and the like, or "yes" if only that is known; empty on bare metal.
std::optional<std::string> hypervisor();

}  // namespace readmark::os::linux_files
