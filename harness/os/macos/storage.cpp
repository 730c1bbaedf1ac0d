// From a path to its volume to its disk: statfs, then diskutil.
#include "os/macos/storage.hpp"

#include <map>
#include <mutex>

#include "os/cache.hpp"
#include "os/macos/sysctl.hpp"
#include "os/macos/tool.hpp"
#include "os/macos/tool_text.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace macos {
namespace {

std::optional<std::string> diskutil_info(const std::string& device) {
  return run_tool("/usr/sbin/diskutil", {"info", "-plist", device});
}

Disk describe(const std::string& device) {
  Disk disk;
  disk.volume = diskutil_info(device);
  if (!disk.volume) return disk;
  // An APFS volume lives on a disk that the container makes up; the real one is its physical
  // store's.
  auto store = plist_value(*disk.volume, "APFSPhysicalStore");
  auto below = store ? diskutil_info(*store) : disk.volume;
  const auto whole = below ? plist_value(*below, "ParentWholeDisk") : std::nullopt;
  if (whole) disk.whole = diskutil_info(*whole);
  return disk;
}

}  // namespace

std::optional<struct statfs> filesystem_of(const std::filesystem::path& path) {
  struct statfs status {};
  const std::filesystem::path here = posix::nearest_existing(path);
  if (posix::retry([&] { return ::statfs(here.c_str(), &status); }) != 0) return std::nullopt;
  return status;
}

const Disk& disk_of(const struct statfs& filesystem) {
  static std::mutex mutex;
  static std::map<std::string, Disk> known;
  const std::string device = filesystem.f_mntfromname;
  const std::lock_guard lock(mutex);
  const auto found = known.find(device);
  if (found != known.end()) return found->second;
  return known.emplace(device, device.starts_with("/dev/") ? describe(device) : Disk{})
      .first->second;
}

}  // namespace macos

using namespace macos;

bool lives_in_memory(const std::filesystem::path& path) {
  const auto filesystem = filesystem_of(path);
  return filesystem && std::string_view(filesystem->f_fstypename) == "tmpfs";
}

std::string upper_layer(const std::filesystem::path& path) {
  std::string layers;
  const auto add = [&](const char* layer) {
    if (!layers.empty()) layers += ", ";
    layers += layer;
  };
  if (const auto filesystem = filesystem_of(path)) {
    if (lives_in_memory(path)) add("tmpfs");
    if ((filesystem->f_flags & MNT_LOCAL) == 0) add("network filesystem");
    const Disk& disk = disk_of(*filesystem);
    const auto protocol = disk.whole ? plist_value(*disk.whole, "BusProtocol") : std::nullopt;
    if (protocol == "Disk Image") add("disk image or RAM disk");
  }
  if (sysctl_number("kern.hv_vmm_present").value_or(0) != 0) add("virtual machine");
  return layers;
}

}  // namespace readmark::os
