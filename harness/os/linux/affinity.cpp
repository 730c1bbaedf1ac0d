// Processor affinity by sched_setaffinity.
#include "os/affinity.hpp"

#include <sched.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"

namespace readmark::os {

void run_on_cpus(const std::vector<unsigned>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const unsigned cpu : cpus) {
    if (cpu < CPU_SETSIZE) CPU_SET(cpu, &set);
  }
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw_failure("run on processors", fmt::format("{}", fmt::join(cpus, ",")), last_errno(),
                  "name processors that this machine has and allows");
  }
}

// Linux has no classes of service; nice values and schedulers are facts, and not ours to change.
void somebody_waits() noexcept {}

std::string service_class() { return ""; }

}  // namespace readmark::os
