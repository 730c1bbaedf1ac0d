// What can be done here, found by trying, and what disturbs.
#include <windows.h>  // first: the headers below need it, and do not say so

#include <powrprof.h>

#include <array>
#include <string>

#include "os/cache.hpp"
#include "os/file.hpp"
#include "os/windows/fact_list.hpp"

namespace readmark::os {
namespace {

using windows::Handle;

constexpr DWORD kScratchBytes = 65536;

/// A file of some pages in the folder; the system deletes it with the last handle.
Handle make_scratch(const std::filesystem::path& path) {
  Handle file(CreateFileW(windows::system_path(path).c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                          FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                          CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                          nullptr));
  static const std::array<char, kScratchBytes> bytes{};
  DWORD written = 0;
  if (file && WriteFile(file.get(), bytes.data(), kScratchBytes, &written, nullptr)) return file;
  return {};
}

/// A read at an odd place must be refused: a system that serves it does not read unbuffered.
std::string try_direct(const std::filesystem::path& path) {
  const Handle file = windows::open_file(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_NO_BUFFERING);
  if (!file) return "no: " + windows::last_error().message();
  alignas(4096) std::array<char, 8192> room{};
  OVERLAPPED at{};
  DWORD count = 0;
  at.Offset = 1;
  if (ReadFile(file.get(), room.data() + 1, 7, &count, &at))
    return "no: an unaligned unbuffered read was served, so that it goes through a cache";
  at.Offset = 0;
  if (!ReadFile(file.get(), room.data(), 4096, &count, &at))
    return "no: " + windows::last_error().message();
  return "yes";
}

std::string try_purge() {
  const std::error_code error = windows::enable_privilege(SE_PROF_SINGLE_PROCESS_NAME);
  if (!error) return "yes";
  return "no: SeProfileSingleProcessPrivilege is not held (" + error.message() +
         "); start as administrator";
}

}  // namespace

std::vector<Fact> abilities(const std::filesystem::path& folder) {
  const std::filesystem::path path =
      folder / (".readmark-scratch-" + std::to_string(GetCurrentProcessId()));
  const char* source = "tried on a scratch file";
  windows::FactList facts;
  const std::string unproved =
      "no: Windows does not count a process's bytes from the device, so that nothing proves it";
  const Handle scratch = make_scratch(path);
  const std::string direct =
      scratch ? try_direct(path)
              : "no: cannot write a file in that folder: " + windows::last_error().message();
  facts.add("cold", unproved, source);
  facts.add("direct", direct, source);
  facts.add("residency", "no: Windows has no call for it", source);
  facts.add("device_bytes", "no: Windows counts them for the system, not for a process", source);
  facts.add("drop_caches", try_purge(), source);
  return facts.take();
}

std::vector<std::string> disturbances() {
  std::vector<std::string> found;
  GUID* scheme = nullptr;
  if (PowerGetActiveScheme(nullptr, &scheme) == ERROR_SUCCESS && scheme != nullptr) {
    const bool saving = IsEqualGUID(*scheme, GUID_MAX_POWER_SAVINGS) != 0;
    LocalFree(scheme);
    if (saving) {
      found.emplace_back(
          "the power plan saves power, so that clocks rise late; choose another one with "
          "\"powercfg /setactive "
          "SCHEME_MIN\"");
    }
  }
  SYSTEM_POWER_STATUS status{};
  if (GetSystemPowerStatus(&status) && status.ACLineStatus == 0)
    found.emplace_back("the machine runs on its battery; plug it in");
  if (windows::under_wine())
    found.emplace_back(
        "this is Wine, not Windows; its figures are the host's and of no use for comparison");
  if (windows::in_virtual_machine())
    found.emplace_back(
        "this is a virtual machine; its neighbours share the device and the processor, and cold "
        "means cold in the "
        "guest only");
  return found;
}

}  // namespace readmark::os
