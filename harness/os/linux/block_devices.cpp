// Walking /sys/dev/block.
#include "os/linux/block_devices.hpp"

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>

#include "os/linux/mounts.hpp"
#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os::linux_files {
namespace {

std::string number_text(dev_t device) {
  return std::to_string(::gnu_dev_major(device)) + ":" + std::to_string(::gnu_dev_minor(device));
}

bool known_to_sys(const std::string& device) {
  std::error_code ignored;
  return std::filesystem::exists("/sys/dev/block/" + device, ignored);
}

std::optional<BlockDevice> device_in(const std::filesystem::path& link) {
  std::error_code error;
  BlockDevice device;
  device.folder = std::filesystem::canonical(link, error);
  if (error) return std::nullopt;
  device.name = device.folder.filename().string();
  device.number = read_line(device.folder / "dev").value_or("");
  device.is_partition = std::filesystem::exists(device.folder / "partition", error);
  return device;
}

std::vector<std::filesystem::path> below(const BlockDevice& device) {
  if (device.is_partition) return {device.folder.parent_path()};
  std::vector<std::filesystem::path> links;
  for (const std::string& name : names_in(device.folder / "slaves"))
    links.push_back(device.folder / "slaves" / name);
  return links;
}

void walk(const std::filesystem::path& link, std::vector<BlockDevice>& chain) {
  const auto device = device_in(link);
  if (!device) return;
  const auto same = [&](const BlockDevice& other) { return other.folder == device->folder; };
  if (std::any_of(chain.begin(), chain.end(), same)) return;
  chain.push_back(*device);
  for (const std::filesystem::path& next : below(*device)) walk(next, chain);
}

}  // namespace

std::optional<std::string> device_number(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(posix::nearest_existing(path).c_str(), &status) != 0) return std::nullopt;
  const std::string own = number_text(S_ISBLK(status.st_mode) ? status.st_rdev : status.st_dev);
  if (known_to_sys(own)) return own;
  const auto mount = mount_of(path);
  if (!mount || ::stat(mount->source.c_str(), &status) != 0 || !S_ISBLK(status.st_mode))
    return std::nullopt;
  const std::string mounted = number_text(status.st_rdev);
  return known_to_sys(mounted) ? std::optional(mounted) : std::nullopt;
}

std::vector<BlockDevice> device_chain(const std::filesystem::path& path) {
  std::vector<BlockDevice> chain;
  if (const auto number = device_number(path)) walk("/sys/dev/block/" + *number, chain);
  return chain;
}

std::vector<BlockDevice> bottom_devices(const std::filesystem::path& path) {
  std::vector<BlockDevice> bottom;
  for (BlockDevice& device : device_chain(path)) {
    if (below(device).empty()) bottom.push_back(std::move(device));
  }
  return bottom;
}

bool is_loop_device(const BlockDevice& device) { return device.name.starts_with("loop"); }

bool is_memory_device(const BlockDevice& device) {
  return device.name.starts_with("ram") || device.name.starts_with("zram") ||
         device.name.starts_with("pmem");
}

}  // namespace readmark::os::linux_files
