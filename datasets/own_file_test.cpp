#include "datasets/own_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "datasets/test_folder.hpp"

namespace readmark::datasets {
namespace {

using testing::HasSubstr;

class OwnFile : public testing::Test {
 protected:
  Dataset open(const std::string& name) {
    was_read_ = false;
    const auto reading = [this](std::uint64_t, std::uint64_t) { was_read_ = true; };
    return own_file_cached_in(folder_ / "cache", folder_ / name, reading, 2);
  }
  std::string refusal(const std::filesystem::path& path) {
    try {
      own_file_cached_in(folder_ / "cache", path, {}, 2);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "was not refused";
  }

  const TestFolder folder_;
  bool was_read_ = false;  // by the last open(), not known from before
};

TEST_F(OwnFile, IsADatasetNamedByItsNameAndContent) {
  write_file(folder_ / "big log.txt", "one\r\nthree\nlast");
  const Dataset dataset = open("big log.txt");
  EXPECT_EQ(dataset.name, "big%20log.txt@" + dataset.digest.short_text());
  EXPECT_EQ(dataset.kind, "file");
  EXPECT_EQ(dataset.bytes, 15u);
  EXPECT_EQ(dataset.lines, 3u);
  EXPECT_EQ(dataset.newline_bytes, 2u);
  EXPECT_EQ(dataset.cr_bytes, 1u);
  EXPECT_EQ(dataset.longest_line, 5u);
  EXPECT_TRUE(dataset.path.is_absolute());
  EXPECT_EQ(dataset.spec, "");
  EXPECT_EQ(dataset.generator, "");
}

TEST_F(OwnFile, TheDigestIsThatOfItsBlocks) {
  const std::string content(static_cast<std::size_t>(kDigestBlock) + 1, 'x');
  write_file(folder_ / "f", content);
  const auto bytes = std::as_bytes(std::span(content));
  Digest expected = digest_block(bytes.first(kDigestBlock), 0);
  expected.add(digest_block(bytes.subspan(kDigestBlock), 1));
  EXPECT_EQ(open("f").digest, expected);
}

TEST_F(OwnFile, IsReadOnceUntilItChanges) {
  const auto path = folder_ / "f";
  write_file(path, "first");
  const Dataset first = open("f");
  EXPECT_TRUE(was_read_);
  EXPECT_EQ(open("f").digest, first.digest);
  EXPECT_FALSE(was_read_);
  damage(path, 0);
  std::filesystem::last_write_time(
      path, std::filesystem::last_write_time(path) + std::chrono::seconds(5));
  EXPECT_NE(open("f").digest, first.digest);
  EXPECT_TRUE(was_read_);
}

TEST_F(OwnFile, TwoPathsDoNotShareWhatIsKnown) {
  write_file(folder_ / "a", "first");
  write_file(folder_ / "b", "other");
  EXPECT_NE(open("a").digest, open("b").digest);
}

TEST_F(OwnFile, WorksWithoutACacheFolder) {
  write_file(folder_ / "f", "first");
  write_file(folder_ / "cache", "not a folder");
  EXPECT_EQ(open("f").bytes, 5u);
}

TEST_F(OwnFile, WhatCannotBeMeasuredIsRefusedWithTheReason) {
  write_file(folder_ / "empty", "");
  EXPECT_THAT(refusal(folder_ / "empty"), HasSubstr("empty"));
  EXPECT_THAT(refusal(folder_.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refusal(folder_ / "nowhere"), HasSubstr("nowhere"));
  EXPECT_THAT(refusal(folder_ / "empty/x"), HasSubstr("--file"));
  if (std::filesystem::is_character_file("/dev/null")) {
    EXPECT_THAT(refusal("/dev/null"), HasSubstr("device"));
  }
}

TEST_F(OwnFile, AFileThatMayNotBeReadIsARuntimeErrorEvenIfItIsKnown) {
  write_file(folder_ / "f", "first");
  open("f");
  std::filesystem::permissions(folder_ / "f", std::filesystem::perms::none);
  std::error_code error;
  if (os::File::open(folder_ / "f", os::Open::read, error).is_open()) {
    GTEST_SKIP() << "this user may read everything";
  }
  EXPECT_THROW(open("f"), RuntimeError);
}

}  // namespace
}  // namespace readmark::datasets
