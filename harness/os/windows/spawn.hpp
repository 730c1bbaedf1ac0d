// Starts one child in a job of its own, with pipes to it.
#pragma once

#include "os/process.hpp"
#include "os/windows/pipe.hpp"

namespace readmark::os::windows {

/// A running child. Its job ends with this object, and with this process however that ends: the
/// system closes the job's only handle, and that kills everyone in it.
class Child {
 public:
  /// Throws RuntimeError when the program cannot be started.
  explicit Child(const ChildSpec& spec);

  Handle to_stdin, from_stdout, from_stderr;

  HANDLE process() const noexcept { return process_.get(); }
  void kill_group() noexcept;
  DWORD wait() noexcept;  // for the child to end; its exit code

 private:
  Handle job_, process_;
};

/// The handle of the host lock that children must inherit, or null.
HANDLE inherited_lock() noexcept;

}  // namespace readmark::os::windows
