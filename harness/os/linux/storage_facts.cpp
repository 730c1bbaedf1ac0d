// The filesystem and the devices under a path.
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/cache.hpp"
#include "os/file.hpp"
#include "os/linux/block_devices.hpp"
#include "os/linux/fact_list.hpp"
#include "os/linux/filesystems.hpp"
#include "os/linux/mounts.hpp"
#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace linux_files {
namespace {

/// Mount options with what may name paths, hosts or users hashed.
std::string public_options(std::string_view options) {
  std::string kept;
  for (const std::string& option : split(options, ',')) {
    const std::size_t equals = option.find('=');
    const std::string key = option.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : option.substr(equals + 1);
    const bool is_private = value.find('/') != std::string::npos ||
                            key.find("addr") != std::string::npos || key == "username" ||
                            key == "domain";
    kept += (kept.empty() ? "" : ",") + (is_private ? key + "=" + hashed(value) : option);
  }
  return kept;
}

// The kernel's numbers of filesystems (linux/magic.h and their own headers); "" for others.
std::string type_by_number(const std::filesystem::path& path) {
  switch (filesystem_magic(path).value_or(0)) {
    case 0xEF53:
      return "ext4";  // and its predecessors
    case 0x58465342:
      return "xfs";
    case 0x9123683E:
      return "btrfs";
    case 0x01021994:
      return "tmpfs";
    case 0x794C7630:
      return "overlay";
    case 0x6969:
      return "nfs";
    case 0x2FC12FC1:
      return "zfs";
    case 0x65735546:
      return "fuse";
    default:
      return "";
  }
}

void add_mount(FactList& facts, const std::filesystem::path& path) {
  const char* source = "/proc/self/mountinfo";
  const auto mount = mount_of(path);
  if (mount) {
    facts.add("filesystem.type", mount->type, source);
  } else {  // in a changed root, whose mount point is outside
    facts.add("filesystem.type", type_by_number(path), "statfs");
  }
  facts.add("mount.options", mount ? public_options(mount->options) : "", source);
  facts.add("filesystem.options", mount ? public_options(mount->super_options) : "", source);
  facts.add("mount.point", mount ? hashed(mount->point.native()) : "", source);
}

void add_space(FactList& facts, const std::filesystem::path& here) {
  struct statvfs status {};
  if (posix::retry([&] { return ::statvfs(here.c_str(), &status); }) != 0) {
    return facts.missing("filesystem.bytes", "statvfs", errno);
  }
  const auto unit = static_cast<std::uint64_t>(status.f_frsize);
  facts.add("filesystem.block_bytes", std::to_string(status.f_bsize), "statvfs");
  facts.add("filesystem.bytes", std::to_string(status.f_blocks * unit), "statvfs");
  facts.add("filesystem.free_bytes", std::to_string(status.f_bavail * unit), "statvfs");
  if (const auto magic = filesystem_magic(here))
    facts.add("filesystem.magic", fmt::format("0x{:x}", *magic), "statfs");
}

/// Of a file: what it is. Of a folder: what a new file in it inherits.
void add_inode_flags(FactList& facts, const std::filesystem::path& here) {
  const posix::Fd fd = posix::open_file(here, O_RDONLY | O_NONBLOCK);
  int flags = 0;
  if (!fd || ::ioctl(fd.get(), FS_IOC_GETFLAGS, &flags) != 0) {
    return facts.missing("filesystem.inode_flags", "FS_IOC_GETFLAGS", errno);
  }
  std::string names;
  const auto note = [&](int flag, const char* name) {
    if ((flags & flag) != 0) names += (names.empty() ? "" : " ") + std::string(name);
  };
  note(FS_COMPR_FL, "compressed");
  note(FS_NOCOW_FL, "nocow");
  note(FS_ENCRYPT_FL, "encrypted");
  note(FS_VERITY_FL, "verity");
  note(FS_INLINE_DATA_FL, "inline_data");
  note(FS_DAX_FL, "dax");
  facts.add("filesystem.inode_flags", names.empty() ? "none" : names, "FS_IOC_GETFLAGS");
}

void add_direct_alignment(FactList& facts, const std::filesystem::path& here) {
#ifdef STATX_DIOALIGN
  struct statx status {};
  if (::statx(AT_FDCWD, here.c_str(), 0, STATX_DIOALIGN, &status) == 0 &&
      (status.stx_mask & STATX_DIOALIGN) != 0) {
    facts.add("filesystem.direct_memory_align", std::int64_t{status.stx_dio_mem_align},
              "statx STATX_DIOALIGN");
    facts.add("filesystem.direct_offset_align", std::int64_t{status.stx_dio_offset_align},
              "statx STATX_DIOALIGN");
    return;
  }
#endif
  facts.add("filesystem.direct_memory_align", "", "statx STATX_DIOALIGN (of files only)");
}

void add_file(FactList& facts, const std::filesystem::path& path) {
  std::error_code error;
  const FileStamp stamp = file_stamp(path, error);
  if (error || !stamp.is_regular) return;
  facts.add("file.allocated_bytes", std::to_string(stamp.allocated_bytes), "stat");
  const auto unwritten = unwritten_bytes(path);
  facts.add("file.unwritten_bytes", unwritten ? std::to_string(*unwritten) : "",
            "FIEMAP, SEEK_HOLE");
}

std::string names_text(const std::vector<BlockDevice>& devices, std::string_view between) {
  std::vector<std::string> names;
  for (const BlockDevice& device : devices) names.push_back(device.name);
  return join(names, between);
}

bool is_encrypted(const std::vector<BlockDevice>& chain) {
  for (const BlockDevice& device : chain) {
    if (read_line(device.folder / "dm/uuid").value_or("").starts_with("CRYPT-")) return true;
  }
  return false;
}

void add_queue(FactList& facts, const std::string& prefix, const std::filesystem::path& queue) {
  facts.add_choice(prefix + "scheduler", queue / "scheduler");
  facts.add_choice(prefix + "write_cache", queue / "write_cache");
  for (const char* name :
       {"rotational", "read_ahead_kb", "nr_requests", "max_sectors_kb", "logical_block_size",
        "physical_block_size", "io_poll", "wbt_lat_usec", "nomerges", "discard_granularity"}) {
    facts.add_file(prefix + name, queue / name);
  }
}

void add_bottom(FactList& facts, const std::string& prefix, const BlockDevice& device) {
  const std::filesystem::path hardware = device.folder / "device";
  facts.add_file(prefix + "size_sectors", device.folder / "size");
  facts.add_file(prefix + "model", hardware / "model");
  facts.add_file(prefix + "vendor", hardware / "vendor");
  std::error_code ignored;
  const bool nvme = std::filesystem::exists(hardware / "firmware_rev", ignored);
  facts.add_file(prefix + "firmware", hardware / (nvme ? "firmware_rev" : "rev"));
  const bool own_serial =
      std::filesystem::exists(device.folder / "serial", ignored);  // virtio has it here
  facts.add_hashed_file(prefix + "serial",
                        own_serial ? device.folder / "serial" : hardware / "serial");
  facts.add_file(prefix + "link_speed", hardware / "device/current_link_speed");
  facts.add_file(prefix + "link_width", hardware / "device/current_link_width");
  facts.add_file(prefix + "numa_node", hardware / "numa_node");
  const auto driver = std::filesystem::read_symlink(hardware / "driver", ignored);
  facts.add(prefix + "driver", driver.filename().native(), (hardware / "driver").native());
  add_queue(facts, prefix, device.folder / "queue");
}

void add_devices(FactList& facts, const std::filesystem::path& path) {
  const std::vector<BlockDevice> chain = device_chain(path);
  facts.add("device.chain", names_text(chain, " > "), "/sys/dev/block");
  const std::string layer = upper_layer(path);
  facts.add("storage.upper_layer", layer.empty() ? "none known" : layer,
            "statfs, /sys/dev/block, CPUID");
  if (chain.empty()) return;
  facts.add("device.encrypted", is_encrypted(chain) ? "yes" : "no", "dm/uuid");
  const std::vector<BlockDevice> bottom = bottom_devices(path);
  facts.add("device.name", names_text(bottom, " "), "/sys/dev/block");
  for (std::size_t i = 0; i < bottom.size(); ++i) {
    add_bottom(facts, bottom.size() == 1 ? "device." : fmt::format("device.{}.", i), bottom[i]);
  }
}

/// Read-ahead belongs to the filesystem's backing device, which may be another than the disk's
/// queue.
void add_backing_readahead(FactList& facts, const std::filesystem::path& here) {
  const auto mount = mount_of(here);
  facts.add_file("filesystem.read_ahead_kb",
                 fmt::format("/sys/class/bdi/{}/read_ahead_kb", mount ? mount->device : "unknown"));
}

}  // namespace
}  // namespace linux_files

std::vector<Fact> storage_facts(const std::filesystem::path& path) {
  using namespace linux_files;
  FactList facts;
  const std::filesystem::path here = posix::nearest_existing(path);
  add_mount(facts, here);
  add_space(facts, here);
  add_inode_flags(facts, here);
  add_direct_alignment(facts, here);
  add_backing_readahead(facts, here);
  add_file(facts, here);
  add_devices(facts, here);
  return facts.take();
}

}  // namespace readmark::os
