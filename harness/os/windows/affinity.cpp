// Processor affinity by SetProcessAffinityMask.
#include "os/affinity.hpp"

#include <string>

#include "core/error.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {

// The mask reaches the first 64 processors of the group that this process runs in.
void run_on_cpus(const std::vector<unsigned>& cpus) {
  DWORD_PTR mask = 0;
  std::string text;
  for (const unsigned cpu : cpus) {
    if (cpu < 64) mask |= DWORD_PTR{1} << cpu;
    if (!text.empty()) text += ',';
    text += std::to_string(cpu);
  }
  if (!SetProcessAffinityMask(GetCurrentProcess(), mask)) {
    throw_failure("run on processors", text, windows::last_error(),
                  "name processors that this machine has, of the first 64");
  }
}

// Windows throttles a thread only where it or its process asked for that (EcoQoS).
void somebody_waits() noexcept {}

std::string service_class() { return ""; }

}  // namespace readmark::os
