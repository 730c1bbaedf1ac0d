// What Windows counts for this process: GetProcessTimes, GetProcessMemoryInfo,
// GetProcessIoCounters.
#include "os/counters.hpp"

#include <windows.h>  // first: the headers below need it, and do not say so

#include <powrprof.h>
#include <psapi.h>

#include <vector>

#include "os/memory.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

using windows::ticks;

std::int64_t in_ns(const FILETIME& time) noexcept {
  return static_cast<std::int64_t>(ticks(time)) * windows::kTickNs;
}

/// Every page in the working set, by whether others could share it: those are files and images, the
/// rest is this process's own memory. Empty where the system does not list them.
std::optional<std::pair<std::uint64_t, std::uint64_t>> own_and_shared_pages() {
  std::vector<ULONG_PTR> room(1 << 16);
  for (int attempt = 0; attempt < 5; ++attempt) {
    const auto bytes = static_cast<DWORD>(room.size() * sizeof room[0]);
    auto* info = reinterpret_cast<PSAPI_WORKING_SET_INFORMATION*>(room.data());
    if (QueryWorkingSet(GetCurrentProcess(), info, bytes)) {
      std::uint64_t shared = 0;
      for (ULONG_PTR i = 0; i < info->NumberOfEntries; ++i)
        shared += info->WorkingSetInfo[i].Shared;
      return std::pair(info->NumberOfEntries - shared, shared);
    }
    if (GetLastError() != ERROR_BAD_LENGTH) return std::nullopt;
    room.resize(info->NumberOfEntries * 5 / 4 + 1024);  // it may have grown until it is asked again
  }
  return std::nullopt;
}

// PROCESSOR_POWER_INFORMATION, which the headers do not declare.
struct ProcessorPower {
  ULONG number, max_mhz, current_mhz, mhz_limit, max_idle_state, current_idle_state;
};

std::optional<std::int64_t> mean_frequency_khz() {
  SYSTEM_INFO info{};
  GetSystemInfo(&info);
  std::vector<ProcessorPower> processors(info.dwNumberOfProcessors);
  if (processors.empty() ||
      CallNtPowerInformation(ProcessorInformation, nullptr, 0, processors.data(),
                             static_cast<ULONG>(processors.size() * sizeof processors[0])) != 0)
    return std::nullopt;
  std::uint64_t sum = 0;
  for (const ProcessorPower& processor : processors) sum += processor.current_mhz;
  if (sum == 0) return std::nullopt;
  return static_cast<std::int64_t>(sum * 1000 / processors.size());
}

}  // namespace

// Left empty: bytes from the device and context switches, which Windows counts for the system but
// not for a process. CPU time moves in scheduler ticks of up to 16 ms.
ProcessCounters process_counters() noexcept {
  ProcessCounters counters;
  const HANDLE self = GetCurrentProcess();
  FILETIME created{}, exited{}, kernel{}, user{};
  if (GetProcessTimes(self, &created, &exited, &kernel, &user)) {
    counters.user_ns = in_ns(user);
    counters.sys_ns = in_ns(kernel);
  }
  PROCESS_MEMORY_COUNTERS memory{};
  // Soft and hard faults in one figure; nearly all are soft, so it is given as those.
  if (GetProcessMemoryInfo(self, &memory, sizeof memory) && memory.PageFaultCount > 0)
    counters.minor_faults = memory.PageFaultCount;
  IO_COUNTERS io{};
  // A worker has read its request, so that 0 means "not counted" (as under Wine).
  if (GetProcessIoCounters(self, &io) && io.ReadOperationCount > 0)
    counters.read_syscalls = static_cast<std::int64_t>(io.ReadOperationCount);
  return counters;
}

std::string syscall_source() {
  return process_counters().read_syscalls ? "GetProcessIoCounters ReadOperationCount" : "";
}

MemoryUse memory_use() {
  MemoryUse use;
  PROCESS_MEMORY_COUNTERS memory{};
  if (GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory))
    use.peak_rss_bytes = memory.PeakWorkingSetSize;
  if (const auto pages = own_and_shared_pages()) {
    use.rss_anon_bytes = pages->first * page_size();
    use.rss_file_bytes = pages->second * page_size();
  }
  return use;
}

Noise noise() {
  Noise now;
  now.freq_khz = mean_frequency_khz();
  return now;
}

}  // namespace readmark::os
