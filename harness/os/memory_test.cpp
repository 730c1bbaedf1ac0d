// Destinations are aligned, whole and touched; limits are sane.
#include "os/memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "os/counters.hpp"

namespace readmark::os {
namespace {

TEST(Buffer, IsAlignedAsAsked) {
  for (const std::size_t alignment :
       {std::size_t{4096}, std::size_t{65536}, std::size_t{2} << 20}) {
    const Buffer buffer(10'000, alignment);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % alignment, 0U);
    EXPECT_EQ(buffer.size(), 10'000U);
    std::memset(buffer.data(), 0xab, buffer.size());
  }
}

TEST(Buffer, HasEveryPageTouched) {
  constexpr std::size_t kBytes = 64 << 20;
  const Buffer buffer(kBytes);
  const auto before = process_counters().minor_faults;
  if (!before) GTEST_SKIP() << "page faults are not counted here";
  for (std::size_t at = 0; at < kBytes; at += 4096) buffer.data()[at] = std::byte{1};
  EXPECT_LT(*process_counters().minor_faults - *before, 100);
}

TEST(Buffer, MovesAndMayBeEmpty) {
  Buffer first(100);
  std::byte* const data = first.data();
  Buffer second = std::move(first);
  EXPECT_EQ(second.data(), data);
  first = Buffer();
  second = std::move(first);
  EXPECT_EQ(second.size(), 0U);
  EXPECT_EQ(Buffer(0).size(), 0U);
}

TEST(Buffer, TooMuchIsAnErrorWithAWayOut) {
  for (const std::size_t bytes : {std::numeric_limits<std::size_t>::max(), std::size_t{1} << 60}) {
    EXPECT_THROW(Buffer{bytes}, RuntimeError);
  }
}

TEST(Limits, AreSane) {
  EXPECT_GE(page_size(), 4096U);
  EXPECT_EQ(page_size() & (page_size() - 1), 0U);
  EXPECT_GE(cpu_count(), 1U);
  EXPECT_GT(memory_limit_bytes(), std::uint64_t{64} << 20);
  EXPECT_LT(memory_limit_bytes(), std::uint64_t{1} << 50);
}

TEST(MemoryUse, PeakFollowsWhatIsTouched) {
  const auto before = memory_use().peak_rss_bytes;
  if (!before) GTEST_SKIP() << "not told here";
  constexpr std::size_t kBytes = 256 << 20;
  const Buffer buffer(kBytes);
  EXPECT_GE(memory_use().peak_rss_bytes.value_or(0), kBytes);
}

TEST(ProcessCounters, CountTimeOfThisProcess) {
  const ProcessCounters before = process_counters();
  volatile unsigned sum = 0;
  while (process_counters().user_ns + process_counters().sys_ns == before.user_ns + before.sys_ns) {
    for (unsigned i = 0; i < 1'000'000; ++i) sum = sum + i;
  }
  EXPECT_EQ(syscall_source().empty(), !before.read_syscalls.has_value());
}

}  // namespace
}  // namespace readmark::os
