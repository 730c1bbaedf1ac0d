// Files: reading, writing, and what is known of them.
#include "os/file.hpp"

#include <algorithm>

#include "os/clock.hpp"
#include "os/test_support.hpp"

namespace readmark::os {
namespace {

using test::noise_bytes;
using test::TempFolder;
using test::write_file;

TEST(File, GivesBackWhatWasWritten) {
  const TempFolder folder;
  const auto bytes = noise_bytes(300'001);
  write_file(folder / "a", bytes);
  std::error_code error;
  File file = File::open(folder / "a", Open::read, error);
  ASSERT_FALSE(error);
  EXPECT_EQ(file.size(error), bytes.size());
  std::vector<std::byte> got;
  std::vector<std::byte> block(4096);
  for (std::size_t count; (count = file.read(block, error)) > 0;) {
    got.insert(got.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  EXPECT_FALSE(error);
  EXPECT_TRUE(got == bytes);
}

TEST(File, ReadsAtAnOffsetWithoutMoving) {
  const TempFolder folder;
  const auto bytes = noise_bytes(10'000);
  write_file(folder / "a", bytes);
  std::error_code error;
  File file = File::open(folder / "a", Open::read, error);
  std::vector<std::byte> at(100), first(100);
  EXPECT_EQ(file.read_at(at, 9'950, error), 50U);
  EXPECT_TRUE(std::equal(at.begin(), at.begin() + 50, bytes.begin() + 9'950));
  EXPECT_EQ(file.read_at(at, 20'000, error), 0U);
  EXPECT_FALSE(error);
  EXPECT_EQ(file.read(first, error), 100U);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), bytes.begin()));
}

TEST(File, OpenModesKeepOrDropTheContent) {
  const TempFolder folder;
  write_file(folder / "a", noise_bytes(100));
  std::error_code error;
  EXPECT_EQ(File::open(folder / "a", Open::write, error).size(error), 100U);
  EXPECT_EQ(File::open(folder / "a", Open::create, error).size(error), 0U);
  EXPECT_FALSE(error);
  const File missing = File::open(folder / "b", Open::read, error);
  EXPECT_FALSE(missing.is_open());
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

TEST(File, ResizesBothWays) {
  const TempFolder folder;
  std::error_code error;
  File file = File::open(folder / "a", Open::create, error);
  file.resize(5'000'000'000, error);
  EXPECT_FALSE(error) << error.message();
  EXPECT_EQ(file.size(error), 5'000'000'000U);
  file.resize(10, error);
  EXPECT_EQ(file.size(error), 10U);
  file.sync(error);
  EXPECT_FALSE(error) << error.message();
}

TEST(File, MovesAndClosesOnce) {
  const TempFolder folder;
  std::error_code error;
  File file = File::open(folder / "a", Open::create, error);
  File other = std::move(file);
  EXPECT_FALSE(file.is_open());  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_TRUE(other.is_open());
  other.close();
  other.close();
  EXPECT_FALSE(other.is_open());
}

TEST(File, ErrorsOnAClosedFileAreReported) {
  File file;
  std::error_code error;
  std::vector<std::byte> into(10);
  EXPECT_EQ(file.read(into, error), 0U);
  EXPECT_TRUE(error);
  EXPECT_EQ(file.size(error), 0U);
  EXPECT_TRUE(error);
}

TEST(FileStamp, TellsFilesAndFoldersAndChanges) {
  const TempFolder folder;
  write_file(folder / "a", noise_bytes(1000));
  std::error_code error;
  const FileStamp stamp = file_stamp(folder / "a", error);
  ASSERT_FALSE(error);
  EXPECT_TRUE(stamp.is_regular);
  EXPECT_FALSE(stamp.is_directory);
  EXPECT_EQ(stamp.bytes, 1000U);
  EXPECT_TRUE(file_stamp(folder.path(), error).is_directory);
  std::filesystem::last_write_time(
      folder / "a", std::filesystem::last_write_time(folder / "a") + std::chrono::hours(1));
  // Within a second, because MinGW's library sets whole seconds.
  const std::int64_t later = file_stamp(folder / "a", error).modified_ns - stamp.modified_ns;
  EXPECT_GT(later, 3'598'999'999'999);
  EXPECT_LT(later, 3'601'000'000'001);
  write_file(folder / "b", noise_bytes(1000));
  EXPECT_NE(file_stamp(folder / "b", error).inode, stamp.inode);
  file_stamp(folder / "missing", error);
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
}

TEST(FileStamp, AnotherSizeTimeOrInodeIsAnotherFile) {
  const FileStamp one;
  EXPECT_TRUE(same_file(one, one));
  FileStamp other = one;
  other.bytes = 1;
  EXPECT_FALSE(same_file(one, other));
  other = one;
  other.modified_ns = 1;
  EXPECT_FALSE(same_file(one, other));
  other = one;
  other.changed_ns = 1;
  EXPECT_FALSE(same_file(one, other));
  other = one;
  other.inode = 1;
  EXPECT_FALSE(same_file(one, other));
}

// A program may set the modification time back after a write, but not the change time.
TEST(FileStamp, AWriteIsSeenAlthoughTheTimeIsSetBack) {
  const TempFolder folder;
  write_file(folder / "a", noise_bytes(1000));
  const auto time = std::filesystem::last_write_time(folder / "a");
  std::filesystem::last_write_time(folder / "a", time);  // MinGW's library sets whole seconds
  std::error_code error;
  const FileStamp before = file_stamp(folder / "a", error);
  sleep_ns(50'000'000);  // more than the step of any filesystem's clock
  write_file(folder / "a", noise_bytes(1000));
  std::filesystem::last_write_time(folder / "a", time);
  const FileStamp after = file_stamp(folder / "a", error);
  EXPECT_EQ(after.modified_ns, before.modified_ns);
  EXPECT_FALSE(same_file(before, after));
}

TEST(FileStamp, NamesAreNotOnlyAscii) {
  const TempFolder folder;
  const std::filesystem::path name = folder.path() / std::filesystem::path(u8"größe 漢字.log");
  write_file(name, noise_bytes(10));
  std::error_code error;
  EXPECT_EQ(file_stamp(name, error).bytes, 10U);
}

TEST(UnwrittenBytes, AreNoneInAFileThatWasWritten) {
  const TempFolder folder;
  write_file(folder / "a", noise_bytes(1'000'001));
  const auto unwritten = unwritten_bytes(folder / "a");
  if (!unwritten) GTEST_SKIP() << "this system does not tell";
  EXPECT_EQ(*unwritten, 0U);
}

TEST(RenameOver, ReplacesInOneStep) {
  const TempFolder folder;
  write_file(folder / "old", noise_bytes(10));
  write_file(folder / "new", noise_bytes(20));
  std::error_code error;
  rename_over(folder / "new", folder / "old", error);
  ASSERT_FALSE(error) << error.message();
  EXPECT_EQ(file_stamp(folder / "old", error).bytes, 20U);
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  rename_over(folder / "missing", folder / "old", error);
  EXPECT_TRUE(error);
  EXPECT_EQ(file_stamp(folder / "old", error).bytes, 20U);
}

TEST(FreeBytes, AreAskedOfTheNearestFolderThatExists) {
  const TempFolder folder;
  std::error_code error;
  const std::uint64_t here = free_bytes(folder.path(), error);
  EXPECT_FALSE(error);
  EXPECT_GT(here, 0U);
  EXPECT_GT(free_bytes(folder.path() / "not" / "yet", error), 0U);
  EXPECT_FALSE(error);
}

}  // namespace
}  // namespace readmark::os
