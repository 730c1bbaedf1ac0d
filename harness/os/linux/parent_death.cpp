// A child that does not outlive its parent: the parent-death signal.
#include <sys/prctl.h>

#include <csignal>

#include "os/posix/posix.hpp"
#include "os/process.hpp"

namespace readmark::os {

// The signal comes when the *thread* that forked ends; run_child stays in it until the child has
// ended.
void posix::die_with(pid_t parent) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(SIGKILL + 128);  // it died before the call above
}

// Set again, because an exec of a program with other privileges on the way here clears it. A parent
// that died before this is noticed by the end of stdin.
void bind_to_parent() { posix::die_with(::getppid()); }

}  // namespace readmark::os
