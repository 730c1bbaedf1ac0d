// Volumes and devices by IOCTL_STORAGE_QUERY_PROPERTY, which needs no privilege.
#include "os/windows/storage.hpp"

#include <array>
#include <cstddef>

namespace readmark::os::windows {
namespace {

// In the order of STORAGE_BUS_TYPE.
constexpr std::array<std::string_view, 20> kBusNames{
    "unknown", "SCSI",         "ATAPI",          "ATA",  "IEEE 1394", "SSA", "Fibre Channel",
    "USB",     "RAID",         "iSCSI",          "SAS",  "SATA",      "SD",  "MMC",
    "virtual", "virtual file", "Storage Spaces", "NVMe", "SCM",       "UFS"};
constexpr auto kBusVirtual = static_cast<STORAGE_BUS_TYPE>(14);
constexpr auto kBusFileBackedVirtual = static_cast<STORAGE_BUS_TYPE>(15);

std::string text_at(const std::byte* room, DWORD offset, std::size_t bytes) {
  if (offset == 0 || offset >= bytes) return {};
  const char* begin = reinterpret_cast<const char*>(room) + offset;
  std::string text(begin, strnlen(begin, bytes - offset));
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

Handle open_volume(const std::filesystem::path& path) {
  const std::wstring root = volume_root(path);
  std::array<wchar_t, 64> name{};  // "\\?\Volume{GUID}\" has 49 characters
  if (root.empty() || !GetVolumeNameForVolumeMountPointW(root.c_str(), name.data(),
                                                         static_cast<DWORD>(name.size())))
    return {};
  std::wstring device = name.data();
  device.pop_back();  // with the backslash it would be the root folder
  return Handle(CreateFileW(device.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                            OPEN_EXISTING, 0, nullptr));
}

std::optional<Device> query_device(HANDLE volume) {
  STORAGE_PROPERTY_QUERY query{};
  query.PropertyId = StorageDeviceProperty;
  query.QueryType = PropertyStandardQuery;
  alignas(STORAGE_DEVICE_DESCRIPTOR) std::array<std::byte, 4096> room{};
  DWORD bytes = 0;
  if (!DeviceIoControl(volume, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof query, room.data(),
                       static_cast<DWORD>(room.size()), &bytes, nullptr) ||
      bytes < offsetof(STORAGE_DEVICE_DESCRIPTOR, RawDeviceProperties))
    return std::nullopt;
  const auto& descriptor = *reinterpret_cast<const STORAGE_DEVICE_DESCRIPTOR*>(room.data());
  Device device;
  device.bus = descriptor.BusType;
  device.vendor = text_at(room.data(), descriptor.VendorIdOffset, bytes);
  device.product = text_at(room.data(), descriptor.ProductIdOffset, bytes);
  device.revision = text_at(room.data(), descriptor.ProductRevisionOffset, bytes);
  device.serial = text_at(room.data(), descriptor.SerialNumberOffset, bytes);
  return device;
}

std::string_view bus_name(STORAGE_BUS_TYPE bus) noexcept {
  const auto index = static_cast<std::size_t>(bus);
  return index < kBusNames.size() ? kBusNames[index] : kBusNames[0];
}

std::string_view volume_layer(const std::filesystem::path& path) {
  switch (GetDriveTypeW(volume_root(path).c_str())) {
    case DRIVE_REMOTE:
      return "network filesystem";
    case DRIVE_RAMDISK:
      return "RAM disk";
    default:
      break;
  }
  const Handle volume = open_volume(path);
  const auto device = volume ? query_device(volume.get()) : std::nullopt;
  if (device && (device->bus == kBusVirtual || device->bus == kBusFileBackedVirtual))
    return "virtual disk";
  return {};
}

}  // namespace readmark::os::windows
