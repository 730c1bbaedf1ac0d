// How much memory and how many processors this process may use.
#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "os/macos/sysctl.hpp"
#include "os/memory.hpp"

namespace readmark::os {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t machine_memory() {
  const auto bytes = macos::sysctl_number("hw.memsize");
  return bytes && *bytes > 0 ? static_cast<std::uint64_t>(*bytes) : kNoLimit;
}

std::uint64_t address_space_limit() {
  rlimit limit{};
  const bool limited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? limit.rlim_cur : kNoLimit;
}

}  // namespace

std::uint64_t memory_limit_bytes() { return std::min(machine_memory(), address_space_limit()); }

unsigned cpu_count() {
  const auto active = macos::sysctl_number("hw.activecpu");
  if (active && *active > 0) return static_cast<unsigned>(*active);
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace readmark::os
