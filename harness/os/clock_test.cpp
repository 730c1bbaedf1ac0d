// Time goes forward.
#include "os/clock.hpp"

#include <gtest/gtest.h>

namespace readmark::os {
namespace {

TEST(Clock, NeverGoesBack) {
  std::int64_t last = monotonic_ns();
  for (int i = 0; i < 100'000; ++i) {
    const std::int64_t now = monotonic_ns();
    ASSERT_GE(now, last);
    last = now;
  }
}

TEST(Clock, StepIsTheSmallestDifferenceSeen) {
  const std::int64_t step = clock_step_ns();
  EXPECT_GT(step, 0);
  EXPECT_LT(step, 20'000'000);  // the coarsest clock in use ticks every 15.6 ms
}

TEST(Clock, SleepsAtLeastAsLongAsAsked) {
  const std::int64_t start = monotonic_ns();
  sleep_ns(3'000'000);
  // Another clock may drive the sleep: one tick of leeway.
  EXPECT_GE(monotonic_ns() - start, 2'000'000);
  sleep_ns(0);
  sleep_ns(-1);
}

TEST(Clock, WallClockIsInThisCentury) {
  EXPECT_GT(unix_time_ns(), 1'700'000'000'000'000'000);
  EXPECT_LT(unix_time_ns(), 4'102'444'800'000'000'000);
}

}  // namespace
}  // namespace readmark::os
