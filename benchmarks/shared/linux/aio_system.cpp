// POSIX asynchronous I/O as glibc has it: pread() on threads of its own, one per descriptor, which
// works off the requests one after the other whatever the depth.
#include "benchmarks/shared/posix/aio_system.hpp"

#include <aio.h>

namespace readmark {

/// Starts glibc's thread and keeps it: one descriptor never has more than one, and a thread that
/// ended while idle would be started again inside the timer.
void prepare_aio() noexcept {
  aioinit wishes{};
  wishes.aio_threads = 1;
  wishes.aio_num = 1024;  // the most that `depth` can be
  wishes.aio_idle_time = 24 * 60 * 60;
  aio_init(&wishes);
}

Support aio_allows(unsigned /*requests*/) { return {}; }

std::string aio_workers() { return "glibc reads one at a time of those that are asked for"; }

std::string_view aio_way_out() noexcept {
  return "glibc needs a thread for it; raise the limit of processes (ulimit -u)";
}

}  // namespace readmark
