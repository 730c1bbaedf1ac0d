// No call of the system is asked for more than all systems give.
#include "core/one_call.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "core/units.hpp"

namespace readmark {
namespace {

constexpr std::size_t kMostOfMacos = std::numeric_limits<int>::max();
constexpr std::size_t kMostOfLinux = 0x7ffff000;

TEST(OneCall, AsksForLessThanAnySystemRefuses) {
  const std::size_t too_much[] = {kMostOfLinux + 1, kMostOfMacos + 1, std::size_t{1} << 32,
                                  std::numeric_limits<std::size_t>::max()};
  for (const std::size_t bytes : too_much) {
    EXPECT_LE(by_one_call(bytes), kMostOfMacos) << bytes;
    EXPECT_LE(by_one_call(bytes), kMostOfLinux) << bytes;
    EXPECT_GT(by_one_call(bytes), 0U) << bytes;
    EXPECT_EQ(by_one_call(bytes) % (64 * KiB), 0U) << "the rest would begin within a page";
  }
}

TEST(OneCall, AsksForAllOfWhatFits) {
  const std::size_t ordinary[] = {0, 1, 64 * MiB, GiB};
  for (const std::size_t bytes : ordinary) {
    EXPECT_EQ(by_one_call(bytes), bytes);
  }
}

TEST(OneCall, FillsAsManyBuffersAsFit) {
  EXPECT_EQ(buffers_by_one_call(4, 256 * KiB), 4U);
  EXPECT_EQ(buffers_by_one_call(1024, 4 * KiB), 1024U);
  EXPECT_EQ(buffers_by_one_call(1024, 1 * MiB), 1024U);
  EXPECT_EQ(buffers_by_one_call(1024, 1 * MiB + 1), 1023U);
  EXPECT_EQ(buffers_by_one_call(1024, 64 * MiB), 16U);
  EXPECT_EQ(buffers_by_one_call(3, 8 * GiB), 1U);
  const std::size_t blocks[] = {4 * KiB, 5000, 64 * MiB};
  for (const std::size_t block : blocks) {
    EXPECT_LE(buffers_by_one_call(1024, block) * block, kMostOfMacos) << block;
  }
}

struct Part {
  std::uint64_t offset;
  std::size_t bytes;
  bool operator==(const Part&) const = default;
};

std::vector<Part> parts(std::uint64_t offset, std::uint64_t bytes) {
  std::vector<Part> all;
  EXPECT_TRUE(in_parts(offset, bytes, [&](std::uint64_t at, std::size_t size) {
    all.push_back({at, size});
    return true;
  }));
  return all;
}

TEST(InParts, GoesOverTheWholeRangeOnce) {
  EXPECT_TRUE(parts(7, 0).empty());
  EXPECT_EQ(parts(7, 100), (std::vector<Part>{{7, 100}}));
  EXPECT_EQ(parts(7, GiB), (std::vector<Part>{{7, GiB}}));
  EXPECT_EQ(parts(7, 2 * GiB + 5), (std::vector<Part>{{7, GiB}, {7 + GiB, GiB}, {7 + 2 * GiB, 5}}));
  std::uint64_t next = 4 * GiB;
  for (const Part& part : parts(4 * GiB, 5 * GiB - 1)) {
    EXPECT_EQ(part.offset, next);
    EXPECT_LE(part.bytes, kMostOfMacos) << "ra_count of F_RDADVISE is an int";
    next += part.bytes;
  }
  EXPECT_EQ(next, 9 * GiB - 1);
}

TEST(InParts, StopsWhenToldTo) {
  int calls = 0;
  EXPECT_FALSE(in_parts(0, 10 * GiB, [&](std::uint64_t, std::size_t) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace readmark
