// Shared inside os/posix and the folders that build on it (os/linux, os/macos); nobody else
// includes it.
//
// What os/posix fulfils of the porting contract: clock, file (but unwritten_bytes), host_lock,
// interrupt, Buffer and page_size, paths (but data_folder and cache_folder), process (but
// bind_to_parent and this_program). A system's folder adds those, cache, counters, facts,
// memory_limit_bytes and cpu_count, and the hooks at the end of this file.
#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace readmark::os::posix {

/// An owned file descriptor.
class Fd {
 public:
  Fd() noexcept = default;
  explicit Fd(int fd) noexcept : fd_(fd) {}
  ~Fd() { reset(); }
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }

  int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  int release() noexcept { return std::exchange(fd_, -1); }
  void reset(int fd = -1) noexcept {
    if (fd_ >= 0) ::close(fd_);  // never repeated on EINTR: the descriptor is gone either way
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

/// Repeats a system call that a signal has interrupted.
template <typename Call>
auto retry(Call&& call) noexcept {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

/// Close-on-exec; empty on failure, with errno set.
Fd open_file(const std::filesystem::path& path, int flags, mode_t mode = 0) noexcept;

/// The path itself, or the nearest parent of it that exists.
std::filesystem::path nearest_existing(const std::filesystem::path& path);

/// $HOME, else what the user database says, else "/".
std::filesystem::path home_folder();

/// $NAME if it is an absolute path, else home / `fallback`.
std::filesystem::path folder_from_environment(const char* name, const char* fallback);

struct Pipe {
  Fd read_end, write_end;  // both above stderr's number, both close-on-exec
};

/// Moves a descriptor above 2, so that a child's dup2 onto 0..2 cannot hit it. Empty on failure.
Fd above_standard(Fd fd) noexcept;

/// The descriptor of the host lock that children must inherit, or -1.
int inherited_lock() noexcept;

/// "SIGKILL"; "signal 40" for one without a name.
std::string signal_name(int number);

// -- hooks: what os/linux and os/macos fulfil for os/posix
// ------------------------------------------------

/// Close-on-exec from birth where the system can. Throws RuntimeError.
Pipe make_pipe();

/// In the child between fork and exec (async-signal-safe calls only): marks every descriptor from
/// `first` on close-on-exec.
void close_on_exec_from(int first) noexcept;

/// In the child between fork and exec (async-signal-safe calls only): from now on this process gets
/// SIGKILL when `parent` ends. Does nothing where the system has no such thing.
void die_with(pid_t parent) noexcept;

}  // namespace readmark::os::posix
