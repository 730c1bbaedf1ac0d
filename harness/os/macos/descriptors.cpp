// Descriptors that no child inherits by accident.
#include <algorithm>

#include "core/error.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os::posix {
namespace {

constexpr int kMostLooped = 65536;

}  // namespace

// There is no pipe2: a child that another thread starts between these calls inherits both ends. We
// start children from one thread.
Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) throw_failure("make", "a pipe", last_errno(), "close other files");
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  Pipe made{above_standard(Fd(ends[0])), above_standard(Fd(ends[1]))};
  if (!made.read_end || !made.write_end) {
    throw_failure("make", "a pipe", last_errno(), "raise the limit of open files (ulimit -n)");
  }
  return made;
}

void close_on_exec_from(int first) noexcept {
  const int most = std::min(::getdtablesize(), kMostLooped);
  for (int fd = first; fd < most; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

}  // namespace readmark::os::posix
