// A ring of io_uring that is taken down once.
#pragma once

#include <liburing.h>

#include <memory>
#include <system_error>

namespace readmark {

// Older headers do not name these.
inline constexpr unsigned kUringSingleIssuer = 1U << 12;  // Linux 6.0
inline constexpr unsigned kUringDeferTaskrun = 1U << 13;  // Linux 6.1

/// How long a poller spins on an empty ring before it sleeps: the kernel's own default.
inline constexpr unsigned kUringPollerIdleMs = 1000;

class Uring {
 public:
  /// Check error(). `flags` are those of io_uring_setup().
  Uring(unsigned entries, unsigned flags) noexcept {
    io_uring_params parameters{};
    parameters.flags = flags;
    parameters.sq_thread_idle = kUringPollerIdleMs;
    setup_ = io_uring_queue_init_params(entries, &ring_, &parameters);
  }
  ~Uring() {
    if (setup_ == 0) io_uring_queue_exit(&ring_);
  }
  Uring(const Uring&) = delete;
  Uring& operator=(const Uring&) = delete;

  std::error_code error() const noexcept { return error_of(setup_); }
  io_uring* get() noexcept { return &ring_; }

  /// liburing returns errno negated.
  static std::error_code error_of(int result) noexcept {
    return result < 0 ? std::error_code(-result, std::generic_category()) : std::error_code();
  }

 private:
  io_uring ring_{};
  int setup_ = 0;
};

}  // namespace readmark
