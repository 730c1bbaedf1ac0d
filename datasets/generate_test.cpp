#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "datasets/generator.hpp"
#include "datasets/journal.hpp"
#include "datasets/places.hpp"
#include "datasets/store.hpp"
#include "datasets/test_folder.hpp"

namespace readmark::datasets {
namespace {

struct Stop {};

std::string title_of(const Entry& entry) {
  return std::string(kGenerator) + " " + to_text(entry.spec);
}

/// What a generation that was killed leaves: some blocks, and a journal of them.
void leave_blocks(const Entry& entry, const Places& places, std::vector<std::uint64_t> indices) {
  Generator generator(entry.spec);
  Journal journal(places.journal, title_of(entry));
  std::error_code error;
  os::File file = os::File::open(places.partial, os::Open::write, error);
  for (const std::uint64_t index : indices) {
    const auto block = generator.make(index);
    file.write_at(block, index * kDigestBlock, error);
    journal.record(index, digest_block(block, index));
  }
  ASSERT_FALSE(error) << error.message();
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    names.push_back(file.path().filename().string());
  }
  return names;
}

TEST(Generate, OneAndFourThreadsMakeTheSameFile) {
  for (const Spec::Kind kind : {Spec::Kind::log, Spec::Kind::random}) {
    const TestFolder one, four;
    const Entry entry = test_entry(kind);
    generate_file(entry, one.path(), {}, 1);
    generate_file(entry, four.path(), {}, 4);
    const std::string content = content_of_file(one / "test");
    EXPECT_EQ(content.size(), entry.spec.bytes);
    EXPECT_TRUE(content == content_of_file(four / "test"));
  }
}

TEST(Generate, LeavesTheFileAndItsManifestAndNothingElse) {
  const TestFolder folder;
  const Entry entry = test_entry();
  generate_file(entry, folder / "new/folder", {}, 0);
  EXPECT_THAT(names_in(folder / "new/folder"),
              testing::UnorderedElementsAre("test", "test.manifest.json"));
  EXPECT_TRUE(manifest_fits(entry, folder / "new/folder"));
  EXPECT_EQ(os::unwritten_bytes(folder / "new/folder/test").value_or(0), 0u);
}

TEST(Generate, ReportsProgressUpToTheEnd) {
  const TestFolder folder;
  const Entry entry = test_entry();
  std::uint64_t last = 1, total = 0;
  generate_file(
      entry, folder.path(), [&](std::uint64_t done, std::uint64_t of) { last = done, total = of; },
      2);
  EXPECT_EQ(last, entry.spec.bytes);
  EXPECT_EQ(total, entry.spec.bytes);
}

TEST(Generate, IsStoppedByAProgressThatThrowsAndLeavesNoFinishedFile) {
  const TestFolder folder;
  EXPECT_THROW(generate_file(
                   test_entry(), folder.path(), [](auto, auto) { throw Stop(); }, 2),
               Stop);
  EXPECT_FALSE(std::filesystem::exists(folder / "test"));
}

TEST(Generate, GoesOnFromTheBlocksThatAreOnDisk) {
  const TestFolder folder;
  const Entry entry = test_entry();
  const Places places(folder.path(), entry.name);
  leave_blocks(entry, places, {0, 2});
  generate_file(entry, folder.path(), {}, 2);
  EXPECT_EQ(verify_file(entry, folder.path(), {}, 0), "");
  EXPECT_FALSE(std::filesystem::exists(places.journal));
}

// A block with the digest that the journal has is not made again: with a journal that vouches for
// wrong bytes, they stay, and the finished content is refused.
TEST(Generate, DoesNotMakeABlockAgainThatIsAsTheJournalSays) {
  const TestFolder folder;
  const Entry entry = test_entry();
  const Places places(folder.path(), entry.name);
  leave_blocks(entry, places, {0});
  const std::vector<std::byte> other(static_cast<std::size_t>(kDigestBlock), std::byte{'x'});
  {
    std::error_code error;
    os::File::open(places.partial, os::Open::write, error).write_at(other, kDigestBlock, error);
    Journal(places.journal, title_of(entry)).record(1, digest_block(other, 1));
  }
  EXPECT_THROW(generate_file(entry, folder.path(), {}, 2), RuntimeError);
  EXPECT_FALSE(std::filesystem::exists(places.file));
}

TEST(Generate, DoesNotTrustABlockThatIsNotAsTheJournalSays) {
  const TestFolder folder;
  const Entry entry = test_entry();
  const Places places(folder.path(), entry.name);
  leave_blocks(entry, places, {0, 1, 3});
  damage(places.partial, kDigestBlock + 17);
  std::filesystem::resize_file(places.partial, 3 * kDigestBlock + 5);  // block 3 is not all there
  generate_file(entry, folder.path(), {}, 1);
  EXPECT_EQ(verify_file(entry, folder.path(), {}, 0), "");
}

TEST(Generate, CutsWhatALongerFileLeft) {
  const TestFolder folder;
  const Entry entry = test_entry();
  write_file(folder / "test.partial", std::string(5 * kDigestBlock, 'x'));
  generate_file(entry, folder.path(), {}, 0);
  EXPECT_EQ(verify_file(entry, folder.path(), {}, 0), "");
}

TEST(Generate, RefusesContentThatIsNotTheCatalogues) {
  const TestFolder folder;
  Entry entry = test_entry();
  entry.expected.digest.low ^= 1;
  EXPECT_THROW(generate_file(entry, folder.path(), {}, 0), RuntimeError);
  EXPECT_FALSE(std::filesystem::exists(folder / "test"));
}

TEST(Generate, AFolderThatCannotBeMadeIsNamedWithTheWayOut) {
  const TestFolder folder;
  write_file(folder / "file", "x");
  try {
    generate_file(test_entry(), folder / "file/sub", {}, 0);
    FAIL() << "was not refused";
  } catch (const RuntimeError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("file/sub"));
    EXPECT_THAT(error.what(), testing::HasSubstr("--data-dir"));
  }
}

TEST(Space, NeededAndFreeAreNamedWithTheWayOut) {
  EXPECT_EQ(space_problem("5gb", "/data", 5'000'000'000, 5'000'000'000), "");
  const std::string problem = space_problem("5gb", "/data", 5'000'000'000, 4'999'999'999);
  for (const char* part : {"5gb", "/data", "5.00 GB", "--data-dir", "$READMARK_DATA"}) {
    EXPECT_THAT(problem, testing::HasSubstr(part));
  }
}

TEST(Journal, AnotherTitleBeginsAnew) {
  const TestFolder folder;
  Journal(folder / "j", "one").record(4, {1, 2, 3});
  EXPECT_TRUE(Journal(folder / "j", "one").recorded(4));
  EXPECT_FALSE(Journal(folder / "j", "two").recorded(4));
  EXPECT_FALSE(Journal(folder / "j", "one").recorded(4)) << "was overwritten";
}

TEST(Journal, ATornLastLineIsNotRead) {
  const TestFolder folder;
  {
    Journal journal(folder / "j", "title");
    journal.record(0, {1, 2, 0});
    journal.record(1, {3, 4, 0});
  }
  const std::string text = content_of_file(folder / "j");
  write_file(folder / "j", text.substr(0, text.size() - 1));
  Journal journal(folder / "j", "title");
  EXPECT_EQ(journal.recorded(0), (Digest{1, 2, 0}));
  EXPECT_FALSE(journal.recorded(1));
  journal.record(1, {5, 6, 0});
  EXPECT_EQ(Journal(folder / "j", "title").recorded(1), (Digest{5, 6, 0}));
}

}  // namespace
}  // namespace readmark::datasets
