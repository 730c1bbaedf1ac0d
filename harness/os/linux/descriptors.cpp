// Descriptors that no child inherits by accident.
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "core/error.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os::posix {
namespace {

constexpr unsigned kMarkOnly = 1U << 2;  // CLOSE_RANGE_CLOEXEC, since Linux 5.11
constexpr long kMostLooped = 65536;

}  // namespace

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw_failure("make", "a pipe", last_errno(), "close other files");
  Pipe made{above_standard(Fd(ends[0])), above_standard(Fd(ends[1]))};
  if (!made.read_end || !made.write_end) {
    throw_failure("make", "a pipe", last_errno(), "raise the limit of open files (ulimit -n)");
  }
  return made;
}

void close_on_exec_from(int first) noexcept {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, kMarkOnly) == 0) return;
#endif
  const long most = std::min(::sysconf(_SC_OPEN_MAX), kMostLooped);
  for (int fd = first; fd < most; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

}  // namespace readmark::os::posix
