// Starts one child in a process group of its own, with pipes to it.
#pragma once

#include <optional>

#include "os/posix/posix.hpp"
#include "os/process.hpp"

namespace readmark::os::posix {

/// A running child. Destroyed before it was reaped, it kills its group and reaps it.
class Child {
 public:
  /// Throws RuntimeError when the program cannot be started. The three ends kept here do not block.
  explicit Child(const ChildSpec& spec);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Fd to_stdin, from_stdout, from_stderr;

  /// Looks without waiting and without reaping, so that the group's number stays taken.
  bool has_ended() const noexcept;
  /// SIGKILL to everyone in the group.
  void kill_group() noexcept;
  /// Waits for the child to end, then for the rest of its (killed) group. Returns the status of
  /// waitpid.
  int reap() noexcept;

 private:
  pid_t pid_ = -1;
  bool reaped_ = false;
};

}  // namespace readmark::os::posix
