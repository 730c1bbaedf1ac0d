// How many blocks a reader holds, and when they are too many for this machine.
#include "benchmarks/shared/block_reader.hpp"

#include <gtest/gtest.h>

#include "core/units.hpp"

namespace readmark {
namespace {

Dataset of_bytes(std::uint64_t bytes) {
  Dataset dataset;
  dataset.bytes = bytes;
  return dataset;
}

TEST(Blocks, AreNoMoreThanTheFileHas) {
  constexpr std::size_t block = 4 * KiB;
  EXPECT_EQ(blocks_for(of_bytes(2 * block), block, 64), 2U);
  EXPECT_EQ(blocks_for(of_bytes(2 * block + 1), block, 64), 3U);
  EXPECT_EQ(blocks_for(of_bytes(2 * block - 1), block, 64), 2U);
}

TEST(Blocks, AreNoMoreThanAskedForAndAtLeastOne) {
  EXPECT_EQ(blocks_for(of_bytes(GiB), 4 * KiB, 3), 3U);
  EXPECT_EQ(blocks_for(of_bytes(0), 4 * KiB, 3), 1U);
}

TEST(Blocks, MayTakeHalfOfTheMemoryAndNoMore) {
  constexpr std::size_t block = 4 * KiB;
  const std::uint64_t half = os::memory_limit_bytes() / 2 / block;
  ASSERT_LT(half, std::uint64_t{UINT32_MAX});
  EXPECT_TRUE(blocks_fit(static_cast<unsigned>(half), block).yes);
  const Support refused = blocks_fit(static_cast<unsigned>(half) + 1, block);
  EXPECT_FALSE(refused.yes);
  EXPECT_NE(refused.reason.find("choose a smaller buf"), std::string::npos) << refused.reason;
}

}  // namespace
}  // namespace readmark
