// A POSIX file descriptor: closed once, calls repeated when a signal interrupts them.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/one_call.hpp"

namespace readmark {

class Fd {
 public:
  explicit Fd(int fd) noexcept : fd_(fd) {}
  ~Fd() { close(); }
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&&) = delete;

  /// `flags` beside O_RDONLY and O_CLOEXEC.
  static Fd open(const char* path, int flags = 0) noexcept {
    int fd = -1;
    do {
      fd = ::open(path, O_RDONLY | O_CLOEXEC | flags);
    } while (fd < 0 && errno == EINTR);
    return Fd(fd);
  }

  bool is_open() const noexcept { return fd_ >= 0; }
  int get() const noexcept { return fd_; }

  /// Bytes read, 0 at the end of the file, -1 with errno set. Systems read less than asked when
  /// they like, and are never asked for more than by_one_call().
  ssize_t read(std::span<std::byte> into) const noexcept {
    ssize_t got = -1;
    do {
      got = ::read(fd_, into.data(), by_one_call(into.size()));
    } while (got < 0 && errno == EINTR);
    return got;
  }
  ssize_t pread(std::span<std::byte> into, std::uint64_t offset) const noexcept {
    ssize_t got = -1;
    do {
      got = ::pread(fd_, into.data(), by_one_call(into.size()), static_cast<off_t>(offset));
    } while (got < 0 && errno == EINTR);
    return got;
  }

  /// False with errno set.
  bool size(std::uint64_t& bytes) const noexcept {
    struct stat facts {};
    if (::fstat(fd_, &facts) != 0) return false;
    bytes = static_cast<std::uint64_t>(facts.st_size);
    return true;
  }

  /// False with errno set. Not repeated on EINTR: on Linux the descriptor is gone then.
  bool close() noexcept {
    const int fd = std::exchange(fd_, -1);
    return fd < 0 || ::close(fd) == 0 || errno == EINTR;
  }

 private:
  int fd_;
};

}  // namespace readmark
