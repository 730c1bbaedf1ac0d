// Of the filesystem and disk under a path.
#include <sys/stat.h>
#include <unistd.h>

#include "os/cache.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/macos/attributes.hpp"
#include "os/macos/fact_list.hpp"
#include "os/macos/storage.hpp"
#include "os/macos/tool.hpp"
#include "os/macos/tool_text.hpp"
#include "os/macos/words.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

using namespace macos;

static_assert(value_of(kMountFlags, "ro") == MNT_RDONLY);
static_assert(value_of(kMountFlags, "sync") == MNT_SYNCHRONOUS);
static_assert(value_of(kMountFlags, "async") == MNT_ASYNC);
static_assert(value_of(kMountFlags, "protect") == MNT_CPROTECT);
static_assert(value_of(kMountFlags, "removable") == MNT_REMOVABLE);
static_assert(value_of(kMountFlags, "quarantine") == MNT_QUARANTINE);
static_assert(value_of(kMountFlags, "local") == MNT_LOCAL);
static_assert(value_of(kMountFlags, "root") == MNT_ROOTFS);
static_assert(value_of(kMountFlags, "nobrowse") == MNT_DONTBROWSE);
static_assert(value_of(kMountFlags, "automounted") == MNT_AUTOMOUNTED);
static_assert(value_of(kMountFlags, "journaled") == MNT_JOURNALED);
static_assert(value_of(kMountFlags, "defwrite") == MNT_DEFWRITE);
static_assert(value_of(kMountFlags, "noatime") == MNT_NOATIME);
static_assert(value_of(kMountFlags, "snapshot") == MNT_SNAPSHOT);
static_assert(value_of(kMountFlags, "strictatime") == MNT_STRICTATIME);
static_assert(value_of(kFileFlags, "compressed") == UF_COMPRESSED);
static_assert(value_of(kFileFlags, "tracked") == UF_TRACKED);
static_assert(value_of(kFileFlags, "dataless") == SF_DATALESS);

void add_filesystem(FactList& facts, const struct statfs& filesystem,
                    const std::filesystem::path& here) {
  facts.add("filesystem.type", filesystem.f_fstypename, "statfs");
  facts.add("filesystem.mount_options", flag_words(kMountFlags, filesystem.f_flags), "statfs");
  facts.add("filesystem.mount_point", hashed(filesystem.f_mntonname), "statfs");
  facts.add("filesystem.block_bytes", std::to_string(filesystem.f_bsize), "statfs");
  facts.add("filesystem.best_transfer_bytes", std::to_string(filesystem.f_iosize), "statfs");
  facts.add("filesystem.bytes", std::to_string(filesystem.f_blocks * filesystem.f_bsize), "statfs");
  facts.add("filesystem.free_bytes", std::to_string(filesystem.f_bavail * filesystem.f_bsize),
            "statfs");
  errno = 0;
  const long sensitive = ::pathconf(here.c_str(), _PC_CASE_SENSITIVE);
  facts.add("filesystem.case_sensitive", sensitive < 0 ? "" : yes_no(sensitive != 0), "pathconf");
  const auto abilities = volume_abilities(filesystem.f_mntonname);
  const char* source = "getattrlist ATTR_VOL_CAPABILITIES";
  if (!abilities) return facts.missing("filesystem.format", source, errno);
  facts.add("filesystem.format", flag_words(kVolumeFormats, abilities->format), source);
  facts.add("filesystem.interfaces", flag_words(kVolumeInterfaces, abilities->interfaces), source);
}

void add_file(FactList& facts, const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  facts.add("file.allocated_bytes", std::to_string(status.st_blocks * 512), "stat");
  facts.add("file.compressed", yes_no((status.st_flags & UF_COMPRESSED) != 0), "stat st_flags");
  facts.add("file.flags", flag_words(kFileFlags, status.st_flags), "stat st_flags");
  const auto extended = extended_flags(path);
  facts.add("file.extended_flags", extended ? flag_words(kExtendedFlags, *extended) : "",
            "getattrlist ATTR_CMNEXT_EXT_FLAGS");
  const auto unwritten = unwritten_bytes(path);
  facts.add("file.unwritten_bytes", unwritten ? std::to_string(*unwritten) : "", "SEEK_HOLE");
}

void add_volume(FactList& facts, const Disk& disk) {
  const std::string source = "diskutil info -plist";
  facts.add_plist("filesystem.name", disk.volume, "FilesystemUserVisibleName", source);
  facts.add_plist("filesystem.encrypted", disk.volume, "EncryptionThisVolumeProper", source);
  facts.add_plist("filesystem.file_vault", disk.volume, "FileVault", source);
  facts.add_plist("filesystem.sealed", disk.volume, "Sealed", source);
  facts.add_plist("filesystem.fusion", disk.volume, "Fusion", source);
  facts.add_plist("filesystem.container_free_bytes", disk.volume, "APFSContainerFree", source);
  facts.add_plist("device.encrypted", disk.volume, "Encryption", source);
}

void add_disk(FactList& facts, const Disk& disk) {
  const std::string source = "diskutil info -plist";
  facts.add_plist("device.name", disk.whole, "DeviceIdentifier", source);
  facts.add_plist("device.bus", disk.whole, "BusProtocol", source);
  facts.add_plist("device.internal", disk.whole, "Internal", source);
  facts.add_plist("device.solid_state", disk.whole, "SolidState", source);
  facts.add_plist("device.virtual", disk.whole, "VirtualOrPhysical", source);
  facts.add_plist("device.smart_status", disk.whole, "SMARTStatus", source);
  facts.add_plist("device.bytes", disk.whole, "Size", source);
  facts.add_plist("device.logical_block_size", disk.whole, "DeviceBlockSize", source);
}

/// What the driver says of the device: diskutil's MediaName is empty for many.
void add_registry(FactList& facts, const Disk& disk) {
  const std::string source = "ioreg -r -l -c IOBlockStorageDevice";
  const auto name = disk.whole ? plist_value(*disk.whole, "DeviceIdentifier") : std::nullopt;
  const std::string text =
      run_tool("/usr/sbin/ioreg", {"-r", "-l", "-w", "0", "-c", "IOBlockStorageDevice"})
          .value_or("");
  const std::string_view device = name ? device_of_disk(text, *name) : std::string_view{};
  std::string model = registry_value(device, "Product Name");
  if (model.empty() && disk.whole) model = plist_value(*disk.whole, "MediaName").value_or("");
  facts.add("device.model", model, source + " Product Name, else diskutil MediaName");
  facts.add("device.vendor", registry_value(device, "Vendor Name"), source + " Vendor Name");
  facts.add("device.firmware", registry_value(device, "Product Revision Level"),
            source + " Product Revision Level");
  facts.add("device.protocol", registry_value(device, "Physical Interconnect"),
            source + " Physical Interconnect");
  facts.add("device.physical_block_size", registry_value(device, "Physical Block Size"),
            source + " Physical Block Size");
  facts.add("device.most_bytes_by_one_read", registry_value(device, "IOMaximumByteCountRead"),
            source + " IOMaximumByteCountRead");
  const std::string serial = registry_value(device, "Serial Number");
  facts.add("device.serial", serial.empty() ? "" : hashed(serial), source + " Serial Number");
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
  const Disk& disk = disk_of(*filesystem);
  add_volume(facts, disk);
  add_disk(facts, disk);
  add_registry(facts, disk);
  add_indexing(facts, *filesystem);
  return facts.take();
}

}  // namespace readmark::os
