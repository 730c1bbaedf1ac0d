// Cold and warm are achieved, and told apart.
#include "os/cache.hpp"

#include "os/counters.hpp"
#include "os/test_support.hpp"

namespace readmark::os {
namespace {

using test::noise_bytes;
using test::TempFolder;
using test::write_file;

constexpr std::size_t kBytes = 8 * 1024 * 1024 + 123;  // the last page is not a whole one
constexpr std::uint64_t kAllowance = 64 * 1024;

std::uint64_t read_all(const std::filesystem::path& path) {
  std::error_code error;
  File file = File::open(path, Open::read, error);
  std::vector<std::byte> block(1 << 16);
  std::uint64_t total = 0;
  for (std::size_t count; (count = file.read(block, error)) > 0;) total += count;
  return total;
}

class CacheTest : public testing::Test {
 protected:
  void SetUp() override {
    write_file(path_, noise_bytes(kBytes));
    if (lives_in_memory(path_)) GTEST_SKIP() << "no folder on a device here";
  }

  TempFolder folder_;
  const std::filesystem::path path_ = folder_ / "data";
};

TEST_F(CacheTest, WarmReadsUntilResident) {
  const CacheChange change = warm(path_);
  EXPECT_FALSE(change.error) << change.call;
  EXPECT_EQ(change.resident.has_value(), residency(path_).has_value());
  if (!change.resident) GTEST_SKIP() << "residency may not be asked here";
  EXPECT_GE(*change.resident, 0.999);
}

TEST_F(CacheTest, WhatIsResidentIsNotReadAgain) {
  warm(path_);
  if (!residency(path_)) GTEST_SKIP() << "residency may not be asked here";
  EXPECT_EQ(warm(path_).method, "resident");
}

TEST_F(CacheTest, EvictDropsAFileThatWasJustWritten) {
  const CacheChange change = evict(path_, false);
  EXPECT_FALSE(change.error) << change.call << ": " << change.error.message();
  EXPECT_FALSE(change.method.empty());
  if (!residency(path_)) GTEST_SKIP() << "residency may not be asked here";
  EXPECT_EQ(change.resident, 0.0);
  EXPECT_EQ(residency(path_), 0.0);
}

TEST_F(CacheTest, ReadingColdComesFromTheDeviceAndWarmDoesNot) {
  if (!residency(path_) || !process_counters().device_bytes)
    GTEST_SKIP() << "no proof can be had here";
  evict(path_, false);
  const std::uint64_t before = *process_counters().device_bytes;
  ASSERT_EQ(read_all(path_), kBytes);
  const std::uint64_t cold = *process_counters().device_bytes;
  ASSERT_EQ(read_all(path_), kBytes);
  const std::uint64_t warmed = *process_counters().device_bytes;
  EXPECT_GE(cold - before + kAllowance, kBytes);
  EXPECT_LE(cold - before, kBytes + kBytes / 100 + kAllowance);
  EXPECT_LE(warmed - cold, kAllowance);
}

TEST_F(CacheTest, WarmAfterEvictReads) {
  if (!residency(path_)) GTEST_SKIP() << "residency may not be asked here";
  evict(path_, false);
  const CacheChange change = warm(path_);
  EXPECT_EQ(change.method, "read");
  EXPECT_GE(change.resident.value_or(0), 0.999);
}

TEST(Cache, AMissingFileIsAnErrorWithItsCall) {
  const TempFolder folder;
  for (const CacheChange& change : {evict(folder / "missing", false), warm(folder / "missing")}) {
    EXPECT_EQ(change.error, std::errc::no_such_file_or_directory);
    EXPECT_STRNE(change.call, "");
    EXPECT_FALSE(change.resident);
  }
  EXPECT_FALSE(residency(folder / "missing"));
}

}  // namespace
}  // namespace readmark::os
