// Dev Drive, BitLocker, BypassIO: what a volume is to Windows beyond its filesystem.
#include <windows.h>  // first: the headers below need it, and do not say so

#include <shobjidl.h>
#include <winioctl.h>

#include <algorithm>

#include "os/windows/fact_list.hpp"
#include "os/windows/words.hpp"

namespace readmark::os::windows {
namespace {

// Flags of FSCTL_QUERY_PERSISTENT_VOLUME_STATE that older headers lack.
constexpr DWORD kDevVolume = 0x2000;
constexpr DWORD kTrustedVolume = 0x4000;

void add_dev_drive(FactList& facts, HANDLE folder) {
  const char* source = "FSCTL_QUERY_PERSISTENT_VOLUME_STATE";
  FILE_FS_PERSISTENT_VOLUME_INFORMATION query{}, answer{};
  query.FlagMask = kDevVolume | kTrustedVolume;
  query.Version = 1;
  DWORD bytes = 0;
  if (!DeviceIoControl(folder, FSCTL_QUERY_PERSISTENT_VOLUME_STATE, &query, sizeof query, &answer,
                       sizeof answer, &bytes, nullptr))
    return facts.add_failed("filesystem.dev_drive", source, GetLastError());
  const bool dev = (answer.VolumeFlags & kDevVolume) != 0;
  facts.add("filesystem.dev_drive", yes_no(dev), source);
  // A trusted one is scanned after a file was opened, not while it is.
  if (dev)
    facts.add("filesystem.dev_drive_trusted", yes_no((answer.VolumeFlags & kTrustedVolume) != 0),
              source);
}

// Of FSCTL_MANAGE_BYPASS_IO, which older headers lack.
constexpr DWORD kManageBypassIo =
    CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 274, METHOD_BUFFERED, FILE_ANY_ACCESS);
constexpr DWORD kQueryBypassIo = 3;
struct BypassQuery {
  DWORD operation, flags;
  ULONGLONG reserved[2];
};
struct BypassAnswer {
  DWORD operation, flags;
  ULONGLONG reserved[2];
  LONG status;
  USHORT driver_units;
  WCHAR driver[32];
  USHORT reason_units;
  WCHAR reason[128];
};
static_assert(sizeof(BypassQuery) == 24 && sizeof(BypassAnswer) == 352);

/// Asked, never turned on: a fact about this file's path to the device.
void add_bypass_io(FactList& facts, HANDLE file) {
  const char* source = "FSCTL_MANAGE_BYPASS_IO";
  BypassQuery query{kQueryBypassIo, 0, {}};
  BypassAnswer answer{};
  DWORD bytes = 0;
  if (!DeviceIoControl(file, kManageBypassIo, &query, sizeof query, &answer, sizeof answer, &bytes,
                       nullptr))
    return facts.add_failed("storage.bypass_io", source, GetLastError());
  const auto text = [](const WCHAR* units, std::size_t count, std::size_t most) {
    return to_utf8({units, std::min(count, most)});
  };
  facts.add("storage.bypass_io",
            bypass_io_words(answer.status,
                            text(answer.driver, answer.driver_units, std::size(answer.driver)),
                            text(answer.reason, answer.reason_units, std::size(answer.reason))),
            source);
}

/// The one way that needs no administrator: what Explorer draws its padlock by.
std::optional<std::int32_t> bitlocker_protection(const std::wstring& root) {
  const HMODULE properties = LoadLibraryExW(L"propsys.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
  using GetKey = HRESULT(WINAPI*)(PCWSTR, PROPERTYKEY*);
  const auto get_key = find_function<GetKey>(L"propsys.dll", "PSGetPropertyKeyFromName");
  PROPERTYKEY key{};
  IShellItem2* item = nullptr;
  int protection = 0;
  const bool known =
      properties != nullptr && get_key != nullptr &&
      SUCCEEDED(get_key(L"System.Volume.BitLockerProtection", &key)) &&
      SUCCEEDED(SHCreateItemFromParsingName(root.c_str(), nullptr, IID_PPV_ARGS(&item))) &&
      SUCCEEDED(item->GetInt32(key, &protection));
  if (item != nullptr) item->Release();
  if (properties != nullptr) FreeLibrary(properties);
  return known ? std::optional<std::int32_t>(protection) : std::nullopt;
}

void add_bitlocker(FactList& facts, const std::wstring& root) {
  const char* source = "System.Volume.BitLockerProtection";
  const HRESULT made = CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE);
  const auto protection = bitlocker_protection(root);
  if (SUCCEEDED(made)) CoUninitialize();
  if (!protection) return facts.add_absent("filesystem.bitlocker", source);
  const std::string_view words = bitlocker_words(*protection);
  facts.add("filesystem.bitlocker",
            words.empty() ? std::to_string(*protection) : std::string(words), source);
}

}  // namespace

void add_volume_state(FactList& facts, const std::filesystem::path& path,
                      const std::wstring& root) {
  const Handle folder =
      open_file(root, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  if (folder) {
    add_dev_drive(facts, folder.get());
  } else {
    facts.add_failed("filesystem.dev_drive", "CreateFileW of the volume's root", GetLastError());
  }
  add_bitlocker(facts, root);
  const Handle file =
      open_file(nearest_existing(path), GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  if (file) {
    add_bypass_io(facts, file.get());
  } else {
    facts.add_failed("storage.bypass_io", "CreateFileW", GetLastError());
  }
}

}  // namespace readmark::os::windows
