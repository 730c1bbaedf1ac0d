#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "datasets/places.hpp"
#include "datasets/store.hpp"
#include "datasets/test_folder.hpp"

namespace readmark::datasets {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Verify : public testing::Test {
 protected:
  Verify() { generate_file(entry_, folder_.path(), {}, 0); }
  std::string problem() { return verify_file(entry_, folder_.path(), {}, 3); }

  const TestFolder folder_;
  const Entry entry_ = test_entry();
  const Places places_{folder_.path(), entry_.name};
};

TEST_F(Verify, ARightFileGetsItsManifestBack) {
  std::filesystem::remove(places_.manifest);
  EXPECT_FALSE(manifest_fits(entry_, folder_.path()));
  EXPECT_EQ(problem(), "");
  EXPECT_TRUE(manifest_fits(entry_, folder_.path()));
}

TEST_F(Verify, TheFirstWrongBlockIsNamedWithItsBytes) {
  damage(places_.file, 2 * kDigestBlock);
  damage(places_.file, 3 * kDigestBlock + 99'999);
  const auto named =
      AllOf(HasSubstr(places_.file.string()), HasSubstr("block 2 (bytes 2097152 to 3145727)"),
            HasSubstr("readmark data generate test"));
  EXPECT_THAT(problem(), named);
  EXPECT_FALSE(manifest_fits(entry_, folder_.path()));
  std::filesystem::remove(places_.manifest);
  EXPECT_THAT(problem(), named) << "without a manifest, by making the blocks anew";
}

TEST_F(Verify, ABlockInThePlaceOfAnotherIsWrong) {
  const std::string content = content_of_file(places_.file);
  const std::size_t block = static_cast<std::size_t>(kDigestBlock);
  write_file(places_.file,
             content.substr(block, block) + content.substr(0, block) + content.substr(2 * block));
  EXPECT_THAT(problem(), HasSubstr("block 0 (bytes 0 to 1048575)"));
}

TEST_F(Verify, TheLastBlockEndsWhereTheFileDoes) {
  damage(places_.file, 3 * kDigestBlock + 99'999);
  EXPECT_THAT(problem(), HasSubstr("block 3 (bytes 3145728 to 3245727)"));
}

TEST_F(Verify, ATruncatedFileIsNamed) {
  std::filesystem::resize_file(places_.file, 3 * kDigestBlock);
  EXPECT_THAT(problem(), AllOf(HasSubstr("truncated"), HasSubstr("3145728 bytes, not 3245728")));
}

TEST_F(Verify, ATooLongFileIsNamed) {
  write_file(places_.file, content_of_file(places_.file) + "x");
  EXPECT_THAT(problem(), HasSubstr("too long"));
}

TEST_F(Verify, AMissingFileIsNamedWithTheWayOut) {
  std::filesystem::remove(places_.file);
  EXPECT_THAT(problem(), AllOf(HasSubstr("there is no file"), HasSubstr("readmark data generate")));
}

TEST_F(Verify, AFolderInItsPlaceIsNamed) {
  std::filesystem::remove(places_.file);
  std::filesystem::create_directory(places_.file);
  EXPECT_THAT(problem(), HasSubstr("not a regular file"));
}

TEST_F(Verify, ASparseFileIsNamed) {
  std::filesystem::remove(places_.file);
  write_file(places_.file, "");
  std::filesystem::resize_file(places_.file, entry_.spec.bytes);
  if (os::unwritten_bytes(places_.file).value_or(0) == 0) {
    GTEST_SKIP() << "this filesystem has no holes, or does not tell of them";
  }
  EXPECT_THAT(problem(), HasSubstr("sparse"));
}

TEST_F(Verify, AFileThatMayNotBeReadIsNamed) {
  std::filesystem::permissions(places_.file, std::filesystem::perms::none);
  std::error_code error;
  if (os::File::open(places_.file, os::Open::read, error).is_open()) {
    GTEST_SKIP() << "this user may read everything";
  }
  EXPECT_THAT(problem(), HasSubstr("cannot open"));
}

TEST(Ensure, MakesWhatIsNotThereAndKeepsWhatIs) {
  const TestFolder folder;
  EXPECT_FALSE(is_ready(planned("2k", folder.path())));
  const Dataset made = ensure("2k", folder.path());
  EXPECT_TRUE(is_ready(made));
  EXPECT_EQ(made.path, folder / "2k");
  EXPECT_EQ(made.digest, entry("2k").expected.digest);
  EXPECT_EQ(made.lines, 2'000u);
  const auto time = std::filesystem::last_write_time(made.path);
  bool worked = false;
  ensure("2k", folder.path(), [&](auto, auto) { worked = true; });
  EXPECT_FALSE(worked) << "a ready file is neither made nor read";
  EXPECT_EQ(std::filesystem::last_write_time(made.path), time);
}

TEST(Ensure, AFileThatWasTouchedIsReadAgainAndTrusted) {
  const TestFolder folder;
  const Dataset made = ensure("2k", folder.path());
  std::filesystem::last_write_time(
      made.path, std::filesystem::last_write_time(made.path) - std::chrono::hours(1));
  EXPECT_FALSE(is_ready(made));
  ensure("2k", folder.path());
  EXPECT_TRUE(is_ready(made));
}

TEST(Ensure, AWrongFileIsRefusedAndKept) {
  const TestFolder folder;
  const Dataset made = ensure("2k", folder.path());
  damage(made.path, 1'000);
  std::filesystem::last_write_time(
      made.path, std::filesystem::last_write_time(made.path) - std::chrono::hours(1));
  try {
    ensure("2k", folder.path());
    FAIL() << "was not refused";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("block 0 (bytes 0 to 641999)"));
  }
  generate("2k", folder.path());
  EXPECT_TRUE(is_ready(made));
}

TEST(Remove, TakesTheFileItsManifestAndWhatAStoppedGenerationLeft) {
  const TestFolder folder;
  ensure("2k", folder.path());
  write_file(folder / "2k.partial", "x");
  write_file(folder / "2k.partial.journal", "x");
  EXPECT_GT(remove("2k", folder.path()), 642'000u);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(remove("2k", folder.path()), 0u);
  EXPECT_THROW(remove("../2k", folder.path()), UsageError);
}

}  // namespace
}  // namespace readmark::datasets
