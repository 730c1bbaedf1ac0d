// How much memory and how many CPUs this process may use.
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

#include "os/linux/cgroup.hpp"
#include "os/linux/text_file.hpp"
#include "os/memory.hpp"

namespace readmark::os {
namespace {

std::uint64_t machine_memory() {
  const linux_files::TextFile meminfo = linux_files::read_text("/proc/meminfo");
  const std::string_view value = linux_files::value_of(meminfo.text, "MemTotal:").value_or("");
  const auto kilobytes = linux_files::number(value.substr(0, value.find(' ')));
  return kilobytes ? static_cast<std::uint64_t>(*kilobytes) * 1024 : UINT64_MAX;
}

std::uint64_t address_space_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

}  // namespace

std::uint64_t memory_limit_bytes() {
  return std::min({machine_memory(), address_space_limit(),
                   linux_files::cgroup_memory_limit().value_or(UINT64_MAX)});
}

unsigned cpu_count() {
  // A fixed cpu_set_t holds 1024 CPUs; a larger machine makes the call fail with EINVAL until the
  // set is enough.
  for (int room = 1024; room <= (1 << 20); room *= 2) {
    cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(room));
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(room));
    const bool ok = ::sched_getaffinity(0, bytes, set) == 0;
    const int count = ok ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (count > 0) return static_cast<unsigned>(count);
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace readmark::os
