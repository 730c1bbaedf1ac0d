// The block devices under a path, from the filesystem down, as /sys shows them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace readmark::os::linux_files {

struct BlockDevice {
  std::string name;              // "dm-0", "nvme0n1p2", "vda"
  std::string number;            // "254:0"
  std::filesystem::path folder;  // of /sys
  bool is_partition = false;
};

/// "254:0" of the filesystem under `path`; that of the mounted device where a filesystem numbers
/// itself (btrfs). Empty if there is no block device.
std::optional<std::string> device_number(const std::filesystem::path& path);

/// The device and everything below it (disk of a partition, parts of a dm or md device), top first,
/// each once.
std::vector<BlockDevice> device_chain(const std::filesystem::path& path);

/// The last devices of the chain: those with nothing below.
std::vector<BlockDevice> bottom_devices(const std::filesystem::path& path);

bool is_loop_device(const BlockDevice& device);
bool is_memory_device(const BlockDevice& device);  // brd, zram

}  // namespace readmark::os::linux_files
