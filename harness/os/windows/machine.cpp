// What kind of machine this is, and what this process may do on it.
#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstring>

#include "os/windows/windows.hpp"

namespace readmark::os::windows {
namespace {

struct CpuId {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

/// The instruction goes by another name in each compiler. ARM has none: nothing is known there.
CpuId cpuid([[maybe_unused]] unsigned leaf) noexcept {
  CpuId id;
#if defined(_MSC_VER) && defined(_M_X64)
  int words[4] = {};
  __cpuid(words, static_cast<int>(leaf));
  id = {static_cast<unsigned>(words[0]), static_cast<unsigned>(words[1]),
        static_cast<unsigned>(words[2]), static_cast<unsigned>(words[3])};
#elif defined(__x86_64__)
  __cpuid(leaf, id.eax, id.ebx, id.ecx, id.edx);
#endif
  return id;
}

constexpr unsigned kFeatures = 1, kHypervisorPresent = 1u << 31;
constexpr unsigned kHypervisorVendor = 0x4000'0000;
constexpr unsigned kHypervPrivileges = 0x4000'0003, kCreatePartitions = 1;

}  // namespace

bool under_wine() noexcept {
  return find_function<void (*)()>(L"ntdll.dll", "wine_get_version") != nullptr;
}

bool in_virtual_machine() noexcept {
  if ((cpuid(kFeatures).ecx & kHypervisorPresent) == 0) return false;
  const CpuId vendor = cpuid(kHypervisorVendor);
  const unsigned words[] = {vendor.ebx, vendor.ecx, vendor.edx};
  if (std::memcmp(words, "Microsoft Hv", sizeof words) != 0) return true;
  // Where Hyper-V or virtualisation-based security is on, the system on the metal sees a hypervisor
  // too.
  return (cpuid(kHypervPrivileges).ebx & kCreatePartitions) == 0;
}

std::error_code enable_privilege(const wchar_t* name) noexcept {
  HANDLE raw = nullptr;
  if (!OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY, &raw))
    return last_error();
  const Handle token(raw);
  TOKEN_PRIVILEGES wanted{};
  wanted.PrivilegeCount = 1;
  wanted.Privileges[0].Attributes = SE_PRIVILEGE_ENABLED;
  if (!LookupPrivilegeValueW(nullptr, name, &wanted.Privileges[0].Luid)) return last_error();
  SetLastError(ERROR_SUCCESS);
  if (!AdjustTokenPrivileges(token.get(), FALSE, &wanted, 0, nullptr, nullptr)) return last_error();
  return last_error();  // ERROR_NOT_ALL_ASSIGNED: not held by this account
}

}  // namespace readmark::os::windows
