// Of the volume and device under a path.
#include <array>

#include <fmt/format.h>

#include "os/cache.hpp"
#include "os/file.hpp"
#include "os/windows/fact_list.hpp"
#include "os/windows/storage.hpp"

namespace readmark::os {
namespace {

using namespace windows;

constexpr DWORD kBlockCloning =
    0x0800'0000;  // FILE_SUPPORTS_BLOCK_REFCOUNTING, which older headers lack
constexpr DWORD kDaxVolume = 0x2000'0000;  // FILE_DAX_VOLUME, likewise

std::string drive_type(const std::wstring& root) {
  switch (GetDriveTypeW(root.c_str())) {
    case DRIVE_FIXED:
      return "fixed";
    case DRIVE_REMOVABLE:
      return "removable";
    case DRIVE_REMOTE:
      return "network";
    case DRIVE_CDROM:
      return "optical";
    case DRIVE_RAMDISK:
      return "RAM disk";
    default:
      return "unknown";
  }
}

void add_volume(FactList& facts, const std::wstring& root) {
  facts.add("filesystem.drive_type", drive_type(root), "GetDriveTypeW");
  std::array<wchar_t, MAX_PATH + 1> name{};
  DWORD serial = 0, flags = 0;
  if (!GetVolumeInformationW(root.c_str(), nullptr, 0, &serial, nullptr, &flags, name.data(),
                             static_cast<DWORD>(name.size())))
    return facts.add_failed("filesystem.type", "GetVolumeInformationW", GetLastError());
  const char* source = "GetVolumeInformationW";
  facts.add("filesystem.type", to_utf8(name.data()), source);
  facts.add("filesystem.serial", hashed(std::to_string(serial)), source);
  facts.add("filesystem.compressed", yes_no((flags & FILE_VOLUME_IS_COMPRESSED) != 0), source);
  facts.add("filesystem.can_compress", yes_no((flags & FILE_FILE_COMPRESSION) != 0), source);
  facts.add("filesystem.sparse_files", yes_no((flags & FILE_SUPPORTS_SPARSE_FILES) != 0), source);
  facts.add("filesystem.encryption", yes_no((flags & FILE_SUPPORTS_ENCRYPTION) != 0), source);
  facts.add("filesystem.read_only", yes_no((flags & FILE_READ_ONLY_VOLUME) != 0), source);
  facts.add("filesystem.block_cloning", yes_no((flags & kBlockCloning) != 0), source);
  facts.add("filesystem.dax", yes_no((flags & kDaxVolume) != 0), source);
  facts.add("filesystem.flags", fmt::format("{:#010x}", flags), source);
}

void add_sizes(FactList& facts, const std::wstring& root) {
  DWORD sectors = 0, bytes = 0, free_clusters = 0, clusters = 0;
  if (!GetDiskFreeSpaceW(root.c_str(), &sectors, &bytes, &free_clusters, &clusters))
    return facts.add_failed("filesystem.block_bytes", "GetDiskFreeSpaceW", GetLastError());
  facts.add("filesystem.block_bytes", std::to_string(std::uint64_t{sectors} * bytes),
            "GetDiskFreeSpaceW");
  facts.add("filesystem.sector_bytes", std::to_string(bytes), "GetDiskFreeSpaceW");
  ULARGE_INTEGER available{}, total{};
  if (!GetDiskFreeSpaceExW(root.c_str(), &available, &total, nullptr))
    return facts.add_failed("filesystem.bytes", "GetDiskFreeSpaceExW", GetLastError());
  facts.add("filesystem.bytes", std::to_string(total.QuadPart), "GetDiskFreeSpaceExW");
  facts.add("filesystem.free_bytes", std::to_string(available.QuadPart), "GetDiskFreeSpaceExW");
}

template <typename Answer>
std::optional<Answer> query_property(HANDLE volume, STORAGE_PROPERTY_ID property) {
  STORAGE_PROPERTY_QUERY query{};
  query.PropertyId = property;
  query.QueryType = PropertyStandardQuery;
  Answer answer{};
  DWORD bytes = 0;
  if (!DeviceIoControl(volume, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof query, &answer,
                       sizeof answer, &bytes, nullptr))
    return std::nullopt;
  return answer;
}

void add_device(FactList& facts, HANDLE volume) {
  const char* source = "IOCTL_STORAGE_QUERY_PROPERTY";
  if (const auto device = query_device(volume)) {
    facts.add("device.bus", std::string(bus_name(device->bus)), source);
    facts.add_optional("device.vendor", device->vendor, source);
    facts.add_optional("device.model", device->product, source);
    facts.add_optional("device.firmware", device->revision, source);
    if (!device->serial.empty()) facts.add("device.serial", hashed(device->serial), source);
  } else {
    facts.add_failed("device.model", source, GetLastError());
  }
  if (const auto seek = query_property<DEVICE_SEEK_PENALTY_DESCRIPTOR>(
          volume, StorageDeviceSeekPenaltyProperty)) {
    facts.add("device.rotational", yes_no(seek->IncursSeekPenalty), source);
  } else {
    facts.add_failed("device.rotational", source, GetLastError());
  }
  if (const auto alignment = query_property<STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR>(
          volume, StorageAccessAlignmentProperty)) {
    facts.add("device.logical_block_size", std::to_string(alignment->BytesPerLogicalSector),
              source);
    facts.add("device.physical_block_size", std::to_string(alignment->BytesPerPhysicalSector),
              source);
  } else {
    facts.add_failed("device.physical_block_size", source, GetLastError());
  }
  if (const auto cache =
          query_property<STORAGE_WRITE_CACHE_PROPERTY>(volume, StorageDeviceWriteCacheProperty)) {
    facts.add("device.write_cache",
              cache->WriteCacheEnabled == WriteCacheEnabled    ? "on"
              : cache->WriteCacheEnabled == WriteCacheDisabled ? "off"
                                                               : "unknown",
              source);
  } else {
    facts.add_failed("device.write_cache", source, GetLastError());
  }
  if (const auto adapter =
          query_property<STORAGE_ADAPTER_DESCRIPTOR>(volume, StorageAdapterProperty)) {
    facts.add("device.max_transfer_bytes", std::to_string(adapter->MaximumTransferLength), source);
  } else {
    facts.add_failed("device.max_transfer_bytes", source, GetLastError());
  }
}

void add_file(FactList& facts, const std::filesystem::path& path) {
  std::error_code error;
  const FileStamp stamp = file_stamp(path, error);
  if (error || !stamp.is_regular) return;
  facts.add("file.allocated_bytes", std::to_string(stamp.allocated_bytes),
            "GetFileInformationByHandleEx");
  const auto unwritten = unwritten_bytes(path);
  facts.add_optional("file.unwritten_bytes",
                     unwritten ? std::optional(std::to_string(*unwritten)) : std::nullopt,
                     "FSCTL_QUERY_ALLOCATED_RANGES, FSCTL_QUERY_FILE_REGIONS");
  const DWORD attributes = GetFileAttributesW(system_path(path).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return;
  // Either makes every read synchronous, also one that was asked for as overlapped.
  facts.add("file.compressed", yes_no((attributes & FILE_ATTRIBUTE_COMPRESSED) != 0),
            "GetFileAttributesW");
  facts.add("file.encrypted", yes_no((attributes & FILE_ATTRIBUTE_ENCRYPTED) != 0),
            "GetFileAttributesW");
}

}  // namespace

std::vector<Fact> storage_facts(const std::filesystem::path& path) {
  FactList facts;
  const std::wstring root = volume_root(path);
  if (root.empty()) {
    facts.add_failed("filesystem.type", "GetVolumePathNameW", GetLastError());
    return facts.take();
  }
  add_volume(facts, root);
  add_sizes(facts, root);
  const std::string layer = upper_layer(path);
  facts.add("storage.upper_layer", layer.empty() ? "none known" : layer,
            "GetDriveTypeW, IOCTL_STORAGE_QUERY_PROPERTY, CPUID");
  add_file(facts, path);
  add_volume_state(facts, path, root);
  add_guard_facts_of(facts, path);
  if (const Handle volume = open_volume(path)) {
    add_device(facts, volume.get());
  } else {
    facts.add_failed("device.model", "CreateFileW of the volume", GetLastError());
  }
  return facts.take();
}

}  // namespace readmark::os
