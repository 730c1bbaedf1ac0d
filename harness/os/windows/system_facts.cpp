// The system, its power plan, what it runs on and what protects it.
#include <windows.h>  // first: the headers below need it, and do not say so

#include <powrprof.h>
#include <psapi.h>

#include <array>

#include "core/units.hpp"
#include "os/memory.hpp"
#include "os/paths.hpp"
#include "os/windows/fact_list.hpp"
#include "os/windows/io_ring.hpp"

namespace readmark::os::windows {
namespace {

void add_version(FactList& facts) {
  const char* source =
      "RtlGetVersion";  // GetVersionEx answers what a program's manifest wants to hear
  const auto get_version = find_function<LONG(NTAPI*)(OSVERSIONINFOW*)>(L"ntdll.dll", source);
  OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  if (get_version == nullptr || get_version(&version) != 0)
    return facts.add_absent("kernel.release", source);
  facts.add("kernel.name", "Windows NT", source);
  facts.add("kernel.release",
            std::to_string(version.dwMajorVersion) + "." + std::to_string(version.dwMinorVersion) +
                "." + std::to_string(version.dwBuildNumber),
            source);
  const wchar_t* key = L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
  add_registry(facts, "os.name", key, L"ProductName");
  add_registry(facts, "os.release", key, L"DisplayVersion");
  add_registry(facts, "os.update_revision", key, L"UBR");
  const auto wine = find_function<const char* (*)()>(L"ntdll.dll", "wine_get_version");
  facts.add_optional("kernel.wine_version",
                     wine == nullptr ? std::nullopt : std::optional<std::string>(wine()),
                     "wine_get_version");
}

void add_architecture(FactList& facts) {
  SYSTEM_INFO info{};
  GetNativeSystemInfo(&info);
  const char* name = info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64   ? "x86_64"
                     : info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_ARM64 ? "arm64"
                                                                                   : "other";
  facts.add_stable("kernel.machine", name, "GetNativeSystemInfo");
}

void add_power_plan(FactList& facts) {
  const char* source = "PowerGetActiveScheme";
  GUID* scheme = nullptr;
  const DWORD error = PowerGetActiveScheme(nullptr, &scheme);
  if (error != ERROR_SUCCESS || scheme == nullptr) {
    return facts.add_failed("machine.power_plan", source,
                            error == ERROR_SUCCESS ? ERROR_NOT_FOUND : error);
  }
  std::array<wchar_t, 256> name{};
  DWORD bytes = sizeof name - sizeof name[0];
  const DWORD read = PowerReadFriendlyName(nullptr, scheme, nullptr, nullptr,
                                           reinterpret_cast<UCHAR*>(name.data()), &bytes);
  LocalFree(scheme);
  if (read != ERROR_SUCCESS)
    return facts.add_failed("machine.power_plan", "PowerReadFriendlyName", read);
  facts.add("machine.power_plan", to_utf8(name.data()), source);
}

void add_power_supply(FactList& facts) {
  SYSTEM_POWER_STATUS status{};
  if (!GetSystemPowerStatus(&status) || status.ACLineStatus > 1)
    return facts.add_absent("machine.mains_power", "GetSystemPowerStatus");
  facts.add("machine.mains_power", yes_no(status.ACLineStatus == 1), "GetSystemPowerStatus");
}

void add_privileges(FactList& facts) {
  HANDLE raw = nullptr;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw))
    return facts.add_failed("user.is_root", "OpenProcessToken", GetLastError());
  const Handle token(raw);
  TOKEN_ELEVATION elevation{};
  DWORD bytes = 0;
  if (!GetTokenInformation(token.get(), TokenElevation, &elevation, sizeof elevation, &bytes))
    return facts.add_failed("user.is_root", "GetTokenInformation", GetLastError());
  facts.add("user.is_root", yes_no(elevation.TokenIsElevated != 0), "GetTokenInformation");
}

void add_priority(FactList& facts) {
  facts.add("process.priority_class", std::to_string(GetPriorityClass(GetCurrentProcess())),
            "GetPriorityClass");
}

}  // namespace

void add_memory_facts(FactList& facts) {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  if (GlobalMemoryStatusEx(&status)) {
    const std::uint64_t gib =
        (status.ullTotalPhys + GiB / 2) / GiB;  // what firmware keeps changes with its updates
    facts.add_stable("memory.gib", std::to_string(gib), "GlobalMemoryStatusEx");
    facts.add("memory.bytes", std::to_string(status.ullTotalPhys), "GlobalMemoryStatusEx");
    facts.add("memory.commit_limit_bytes", std::to_string(status.ullTotalPageFile),
              "GlobalMemoryStatusEx");
  } else {
    facts.add_failed("memory.bytes", "GlobalMemoryStatusEx", GetLastError());
  }
  facts.add("memory.limit_bytes", std::to_string(memory_limit_bytes()),
            "QueryInformationJobObject");
  facts.add("memory.page_bytes", std::to_string(page_size()), "GetSystemInfo");
  facts.add("memory.huge_page_bytes", std::to_string(GetLargePageMinimum()), "GetLargePageMinimum");
  PERFORMANCE_INFORMATION performance{};
  if (GetPerformanceInfo(&performance, sizeof performance)) {
    facts.add("memory.system_cache_bytes",
              std::to_string(std::uint64_t{performance.SystemCache} * performance.PageSize),
              "GetPerformanceInfo");
  } else {
    facts.add_failed("memory.system_cache_bytes", "GetPerformanceInfo", GetLastError());
  }
}

void add_system_facts(FactList& facts) {
  add_version(facts);
  add_architecture(facts);
  add_power_plan(facts);
  add_power_supply(facts);
  facts.add("machine.hypervisor", in_virtual_machine() ? "yes" : "none", "CPUID");
  const wchar_t* bios = L"HARDWARE\\DESCRIPTION\\System\\BIOS";
  add_registry(facts, "dmi.vendor", bios, L"SystemManufacturer", true);
  add_registry(facts, "dmi.product", bios, L"SystemProductName", true);
  BOOL in_job = FALSE;
  if (IsProcessInJob(GetCurrentProcess(), nullptr, &in_job))
    facts.add("process.in_job_object", yes_no(in_job), "IsProcessInJob");
  add_registry(facts, "mitigation.virtualisation_based_security",
               L"SYSTEM\\CurrentControlSet\\Control\\DeviceGuard",
               L"EnableVirtualizationBasedSecurity");
  add_registry(facts, "filesystem.last_access_disabled",
               L"SYSTEM\\CurrentControlSet\\Control\\FileSystem", L"NtfsDisableLastAccessUpdate");
  add_registry(facts, "filesystem.short_names_disabled",
               L"SYSTEM\\CurrentControlSet\\Control\\FileSystem", L"NtfsDisable8dot3NameCreation");
  add_registry(facts, "filesystem.long_paths", L"SYSTEM\\CurrentControlSet\\Control\\FileSystem",
               L"LongPathsEnabled");
  add_privileges(facts);
  add_priority(facts);
  facts.add("io.ring", io_ring_state(), "QueryIoRingCapabilities");
}

}  // namespace readmark::os::windows
