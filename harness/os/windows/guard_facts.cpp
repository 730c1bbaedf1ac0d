// What looks at files while they are opened and read: Microsoft Defender, its state and what it is
// told to leave alone.
#include <windows.h>  // first: the headers below need it, and do not say so

#include <winsvc.h>

#include <string>
#include <vector>

#include "os/windows/fact_list.hpp"
#include "os/windows/words.hpp"

namespace readmark::os::windows {
namespace {

constexpr const wchar_t* kRealTime = L"SOFTWARE\\Microsoft\\Windows Defender\\Real-Time Protection";
constexpr const wchar_t* kExcludedPaths =
    L"SOFTWARE\\Microsoft\\Windows Defender\\Exclusions\\Paths";

/// Asked of the service manager, which answers everybody.
void add_service(FactList& facts, const char* name, const wchar_t* service_name) {
  const char* source = "QueryServiceStatus";
  const SC_HANDLE manager = OpenSCManagerW(nullptr, nullptr, SC_MANAGER_CONNECT);
  if (manager == nullptr) return facts.add_failed(name, "OpenSCManagerW", GetLastError());
  const SC_HANDLE service = OpenServiceW(manager, service_name, SERVICE_QUERY_STATUS);
  SERVICE_STATUS status{};
  const bool asked = service != nullptr && QueryServiceStatus(service, &status) != 0;
  const DWORD error = GetLastError();
  if (service != nullptr) CloseServiceHandle(service);
  CloseServiceHandle(manager);
  if (!asked) return facts.add_failed(name, source, error);
  facts.add(name, std::string(service_words(status.dwCurrentState)), source);
}

struct Excluded {
  LSTATUS status = ERROR_SUCCESS;
  std::vector<std::wstring> paths;  // as they were typed: may hold wildcards
};

/// Newer systems hide them from everybody who is no administrator.
Excluded excluded_paths() {
  Excluded excluded;
  HKEY key = nullptr;
  excluded.status =
      RegOpenKeyExW(HKEY_LOCAL_MACHINE, kExcludedPaths, 0, KEY_READ | KEY_WOW64_64KEY, &key);
  if (excluded.status != ERROR_SUCCESS) return excluded;
  std::wstring name(32768, L'\0');  // longer than the names of values may be
  for (DWORD i = 0;; ++i) {
    auto units = static_cast<DWORD>(name.size());
    const LSTATUS status =
        RegEnumValueW(key, i, name.data(), &units, nullptr, nullptr, nullptr, nullptr);
    if (status != ERROR_SUCCESS) break;
    excluded.paths.emplace_back(name.data(), units);
  }
  RegCloseKey(key);
  return excluded;
}

}  // namespace

void add_guard_facts(FactList& facts) {
  add_service(facts, "watch.defender_service", L"WinDefend");
  add_registry(facts, "watch.defender_realtime_disabled", kRealTime, L"DisableRealtimeMonitoring");
  const Excluded excluded = excluded_paths();
  const std::string source = "HKLM\\" + to_utf8(kExcludedPaths);
  if (excluded.status != ERROR_SUCCESS) {
    return facts.add_failed("watch.defender_excluded_paths", source,
                            static_cast<DWORD>(excluded.status));
  }
  facts.add("watch.defender_excluded_paths", std::to_string(excluded.paths.size()), source);
}

void add_guard_facts_of(FactList& facts, const std::filesystem::path& path) {
  const Excluded excluded = excluded_paths();
  const std::string source = "HKLM\\" + to_utf8(kExcludedPaths);
  if (excluded.status != ERROR_SUCCESS) {
    return facts.add_failed("watch.defender_excludes_this", source,
                            static_cast<DWORD>(excluded.status));
  }
  std::error_code ignored;
  const std::wstring here = std::filesystem::absolute(path, ignored).make_preferred().native();
  bool found = false;
  for (const std::wstring& folder : excluded.paths) found = found || is_within(folder, here);
  facts.add("watch.defender_excludes_this", yes_no(found), source);
}

}  // namespace readmark::os::windows
