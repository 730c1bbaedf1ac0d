// What the kernel counts for this process: getrusage, proc_pid_rusage and the task's own figures.
#include "os/counters.hpp"

#include <libproc.h>
#include <mach/mach.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

namespace readmark::os {
namespace {

std::int64_t in_ns(const timeval& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + std::int64_t{1000} * time.tv_usec;
}

}  // namespace

ProcessCounters process_counters() noexcept {
  ProcessCounters counters;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    counters.user_ns = in_ns(usage.ru_utime);
    counters.sys_ns = in_ns(usage.ru_stime);
    counters.minor_faults = usage.ru_minflt;
    counters.major_faults = usage.ru_majflt;
    counters.ctx_vol = usage.ru_nvcsw;
    counters.ctx_inv = usage.ru_nivcsw;
  }
  rusage_info_v4 info{};
  if (::proc_pid_rusage(::getpid(), RUSAGE_INFO_V4, reinterpret_cast<rusage_info_t*>(&info)) == 0)
    counters.device_bytes = info.ri_diskio_bytesread;
  return counters;
}

// The task counts its system calls, but not which of them read.
std::string syscall_source() { return ""; }

MemoryUse memory_use() {
  MemoryUse use;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0)
    use.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss);  // in bytes here
  task_vm_info_data_t memory{};
  mach_msg_type_number_t count = TASK_VM_INFO_COUNT;
  if (::task_info(mach_task_self(), TASK_VM_INFO, reinterpret_cast<task_info_t>(&memory), &count) ==
      KERN_SUCCESS) {
    use.rss_anon_bytes = memory.internal;
    use.rss_file_bytes = memory.external;
  }
  return use;
}

Noise noise() {
  Noise now;
  double load = 0;
  if (::getloadavg(&load, 1) == 1) now.load = load;
  return now;
}

}  // namespace readmark::os
