// POSIX asynchronous I/O as the kernel of macOS has it: some threads of its own that read for all
// processes, and limits that are small.
#include "benchmarks/shared/posix/aio_system.hpp"

#include "benchmarks/shared/aio_limits.hpp"
#include "os/macos/sysctl.hpp"

namespace readmark {

using os::macos::sysctl_number;

// The kernel's threads are there.
void prepare_aio() noexcept {}

Support aio_allows(unsigned requests) {
  return allowed_by({sysctl_number("kern.aioprocmax"), sysctl_number("kern.aiomax")}, requests);
}

std::string aio_workers() {
  const auto threads = sysctl_number("kern.aiothreads");
  const std::string count = threads ? std::to_string(*threads) : "some";
  return count + " threads of the kernel (kern.aiothreads) read for all processes";
}

std::string_view aio_way_out() noexcept {
  return "the requests of other processes count too (sysctl kern.aiomax); wait for them, or raise "
         "it";
}

}  // namespace readmark
