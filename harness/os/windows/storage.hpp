// What lies under a path: its volume and the device below.
#pragma once

#include <windows.h>  // first: the headers below need it, and do not say so

#include <winioctl.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "os/windows/windows.hpp"

namespace readmark::os::windows {

/// As in STORAGE_DEVICE_DESCRIPTOR; texts are empty where the device has none.
struct Device {
  STORAGE_BUS_TYPE bus = BusTypeUnknown;
  std::string vendor, product, revision, serial;
};

/// "\\.\C:" or "\\?\Volume{..}" of the volume that holds the path, opened without access rights,
/// which needs no privilege and is enough to ask. Empty for network drives.
Handle open_volume(const std::filesystem::path& path);

std::optional<Device> query_device(HANDLE volume);
std::string_view bus_name(STORAGE_BUS_TYPE bus) noexcept;

/// What else may answer a read of this volume than its device: "network filesystem", "virtual
/// disk", ..; "".
std::string_view volume_layer(const std::filesystem::path& path);

}  // namespace readmark::os::windows
