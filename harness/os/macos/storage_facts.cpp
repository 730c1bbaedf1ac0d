// Of the filesystem and disk under a path.
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.hpp"
#include "os/cache.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/macos/fact_list.hpp"
#include "os/macos/storage.hpp"
#include "os/macos/tool.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

using namespace macos;

struct MountFlag {
  std::uint32_t flag;
  const char* name;
};
constexpr MountFlag kMountFlags[] = {
    {MNT_RDONLY, "ro"},   {MNT_SYNCHRONOUS, "sync"},    {MNT_ASYNC, "async"},
    {MNT_LOCAL, "local"}, {MNT_NOATIME, "noatime"},     {MNT_JOURNALED, "journaled"},
    {MNT_ROOTFS, "root"}, {MNT_REMOVABLE, "removable"}, {MNT_SNAPSHOT, "snapshot"}};

void add_filesystem(FactList& facts, const struct statfs& filesystem,
                    const std::filesystem::path& here) {
  facts.add("filesystem.type", filesystem.f_fstypename, "statfs");
  std::vector<std::string> flags;
  for (const MountFlag& row : kMountFlags) {
    if ((filesystem.f_flags & row.flag) != 0) flags.emplace_back(row.name);
  }
  facts.add("filesystem.mount_options", join(flags, ","), "statfs");
  facts.add("filesystem.mount_point", hashed(filesystem.f_mntonname), "statfs");
  facts.add("filesystem.block_bytes", std::to_string(filesystem.f_bsize), "statfs");
  facts.add("filesystem.best_transfer_bytes", std::to_string(filesystem.f_iosize), "statfs");
  facts.add("filesystem.bytes", std::to_string(filesystem.f_blocks * filesystem.f_bsize), "statfs");
  facts.add("filesystem.free_bytes", std::to_string(filesystem.f_bavail * filesystem.f_bsize),
            "statfs");
  errno = 0;
  const long sensitive = ::pathconf(here.c_str(), _PC_CASE_SENSITIVE);
  facts.add("filesystem.case_sensitive", sensitive < 0 ? "" : yes_no(sensitive != 0), "pathconf");
}

void add_file(FactList& facts, const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  facts.add("file.allocated_bytes", std::to_string(status.st_blocks * 512), "stat");
  facts.add("file.compressed", yes_no((status.st_flags & UF_COMPRESSED) != 0), "stat st_flags");
  const auto unwritten = unwritten_bytes(path);
  facts.add("file.unwritten_bytes", unwritten ? std::to_string(*unwritten) : "", "SEEK_HOLE");
}

void add_disk(FactList& facts, const Disk& disk) {
  const std::string source = "diskutil info -plist";
  facts.add_plist("device.bus", disk.whole, "BusProtocol", source);
  facts.add_plist("device.model", disk.whole, "MediaName", source);
  facts.add_plist("device.internal", disk.whole, "Internal", source);
  facts.add_plist("device.solid_state", disk.whole, "SolidState", source);
  facts.add_plist("device.virtual", disk.whole, "VirtualOrPhysical", source);
  facts.add_plist("device.smart_status", disk.whole, "SMARTStatus", source);
  facts.add_plist("device.bytes", disk.whole, "Size", source);
  facts.add_plist("device.logical_block_size", disk.whole, "DeviceBlockSize", source);
  facts.add_plist("device.encrypted", disk.volume, "Encryption", source);
  facts.add_plist("filesystem.name", disk.volume, "FilesystemUserVisibleName", source);
}

/// `"Product Revision Level"="1161.80"` in what ioreg prints of a disk; only if all disks agree,
/// for which is ours it does not say.
std::string ioreg_value(const std::string& text, const std::string& key) {
  const std::string tag = '"' + key + "\"=\"";
  std::string found;
  for (std::size_t at = text.find(tag); at != std::string::npos; at = text.find(tag, at)) {
    at += tag.size();
    const std::string value = text.substr(at, text.find('"', at) - at);
    if (!found.empty() && found != value) return "";
    found = value;
  }
  const std::size_t last = found.find_last_not_of(' ');
  return last == std::string::npos ? "" : found.substr(0, last + 1);
}

void add_registry(FactList& facts) {
  const std::string source = "ioreg -c IOBlockStorageDevice";
  const std::string text =
      run_tool("/usr/sbin/ioreg", {"-r", "-c", "IOBlockStorageDevice", "-d", "1", "-w", "0"})
          .value_or("");
  facts.add("device.firmware", ioreg_value(text, "Product Revision Level"), source);
  const std::string serial = ioreg_value(text, "Serial Number");
  facts.add("device.serial", serial.empty() ? "" : hashed(serial), source);
}

void add_indexing(FactList& facts, const struct statfs& filesystem) {
  const auto text = run_tool("/usr/bin/mdutil", {"-s", filesystem.f_mntonname});
  std::string state;
  if (text && text->find("Indexing enabled") != std::string::npos) state = "yes";
  if (text && text->find("Indexing disabled") != std::string::npos) state = "no";
  facts.add("watch.spotlight", state, "mdutil -s");
}

}  // namespace

std::vector<Fact> storage_facts(const std::filesystem::path& path) {
  FactList facts;
  const std::filesystem::path here = posix::nearest_existing(path);
  const auto filesystem = filesystem_of(here);
  if (!filesystem) {
    facts.missing("filesystem.type", "statfs", errno);
    return facts.take();
  }
  add_filesystem(facts, *filesystem, here);
  add_file(facts, here);
  const std::string layer = upper_layer(path);
  facts.add("storage.upper_layer", layer.empty() ? "none known" : layer,
            "statfs, diskutil, sysctl kern.hv_vmm_present");
  add_disk(facts, disk_of(*filesystem));
  add_registry(facts);
  add_indexing(facts, *filesystem);
  return facts.take();
}

}  // namespace readmark::os
