// Time by the performance counter.
#include "os/clock.hpp"

#include <algorithm>
#include <limits>

#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr DWORD kHighResolution =
    2;  // CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, which older headers lack

std::int64_t frequency() noexcept {
  static const std::int64_t per_second = [] {
    LARGE_INTEGER value{};
    QueryPerformanceFrequency(&value);
    return value.QuadPart;
  }();
  return per_second;
}

}  // namespace

std::int64_t monotonic_ns() noexcept {
  LARGE_INTEGER now{};
  QueryPerformanceCounter(&now);
  const std::int64_t per_second = frequency();
  // In two parts: the product of all ticks since boot and 10^9 does not fit.
  return now.QuadPart / per_second * kSecond + now.QuadPart % per_second * kSecond / per_second;
}

std::int64_t unix_time_ns() noexcept {
  FILETIME now{};
  GetSystemTimePreciseAsFileTime(&now);
  return windows::unix_ns(static_cast<std::int64_t>(windows::ticks(now)));
}

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
  // Sleep() counts in scheduler ticks, up to 16 ms; this timer is finer where the system has it
  // (1803 and later).
  windows::Handle timer(
      CreateWaitableTimerExW(nullptr, nullptr, kHighResolution, TIMER_ALL_ACCESS));
  LARGE_INTEGER due{};
  due.QuadPart = -std::max<std::int64_t>(ns / windows::kTickNs, 1);  // negative: from now
  if (timer && SetWaitableTimer(timer.get(), &due, 0, nullptr, nullptr, FALSE)) {
    WaitForSingleObject(timer.get(), INFINITE);
    return;
  }
  const std::int64_t milliseconds = (ns + 999'999) / 1'000'000;
  Sleep(static_cast<DWORD>(std::min<std::int64_t>(milliseconds, INFINITE - 1)));
}

}  // namespace readmark::os
