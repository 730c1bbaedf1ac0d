// Time by clock_gettime.
#include "os/clock.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <limits>

namespace readmark::os {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// macOS counts CLOCK_MONOTONIC in microseconds; its nanosecond clock has a name that only macOS
// has.
#ifdef CLOCK_UPTIME_RAW
constexpr clockid_t kMonotonic = CLOCK_UPTIME_RAW;
#else
constexpr clockid_t kMonotonic = CLOCK_MONOTONIC;
#endif

std::int64_t now(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::int64_t>(time.tv_sec) * kSecond + time.tv_nsec;
}

}  // namespace

std::int64_t monotonic_ns() noexcept { return now(kMonotonic); }

std::int64_t unix_time_ns() noexcept { return now(CLOCK_REALTIME); }

std::int64_t clock_step_ns() noexcept {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t start = monotonic_ns();
    std::int64_t next = start;
    while (next == start) next = monotonic_ns();
    least = std::min(least, next - start);
  }
  return least;
}

void sleep_ns(std::int64_t ns) noexcept {
  if (ns <= 0) return;
  timespec left{};
  left.tv_sec = static_cast<time_t>(ns / kSecond);
  left.tv_nsec = static_cast<long>(ns % kSecond);
  while (nanosleep(&left, &left) == -1 && errno == EINTR) {
  }
}

}  // namespace readmark::os
