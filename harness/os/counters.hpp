// What the system counts for this process. Cheap: taken before and after each timed pass, outside
// the timer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace readmark::os {

struct ProcessCounters {
  std::int64_t user_ns = 0;  // all threads
  std::int64_t sys_ns = 0;
  std::optional<std::uint64_t> device_bytes;  // read from storage on behalf of this process
  std::optional<std::int64_t> minor_faults, major_faults;
  std::optional<std::int64_t> ctx_vol, ctx_inv;
  std::optional<std::int64_t> read_syscalls;
};
ProcessCounters process_counters() noexcept;

/// Where read_syscalls comes from ("/proc/self/io syscr"), "" if nowhere.
std::string syscall_source();

struct MemoryUse {
  std::optional<std::uint64_t> peak_rss_bytes;  // high-water mark of this process itself
  std::optional<std::uint64_t> rss_anon_bytes;
  std::optional<std::uint64_t> rss_file_bytes;
};
MemoryUse memory_use();

/// The state of the whole machine: taken once per round. Empty where the system does not tell.
struct Noise {
  std::optional<double> load;   // 1-minute load average
  std::optional<double> steal;  // share of CPU time stolen since boot..now; compare two
  std::optional<double> psi_io, psi_mem, psi_cpu;  // "some avg10", per cent
  std::optional<std::int64_t> freq_khz;            // mean over CPUs
  std::optional<double> temp;                      // degrees Celsius, hottest zone
};
Noise noise();

}  // namespace readmark::os
