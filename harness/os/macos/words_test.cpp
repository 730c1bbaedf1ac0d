// Flags and levels of macOS in words.
#include "os/macos/words.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace readmark::os::macos {
namespace {

// What statfs() says of the data volume of a Mac: MNT_NODEV is of no interest, and left out.
TEST(FlagWords, OfADataVolume) {
  EXPECT_EQ(flag_words(kMountFlags, 0x04900000u | 0x00001000 | 0x00000080 | 0x00000010),
            "protect,local,nobrowse,journaled");
}

TEST(FlagWords, OfTheSealedSystemVolume) {
  EXPECT_EQ(flag_words(kMountFlags, 0x40000000u | 0x00805001), "ro,local,root,journaled,snapshot");
}

TEST(FlagWords, OfNothing) {
  EXPECT_EQ(flag_words(kMountFlags, 0), "none");
  EXPECT_EQ(flag_words(kFileFlags, 0x8000), "none");  // UF_HIDDEN does not change what is read
}

TEST(FlagWords, TellACompressedFileFromOneThatIsElsewhere) {
  EXPECT_EQ(flag_words(kFileFlags, 0x20), "compressed");
  EXPECT_EQ(flag_words(kFileFlags, 0x40000000u), "dataless");
  EXPECT_EQ(flag_words(kExtendedFlags, 0x1 | 0x2), "may_share_blocks");
  EXPECT_EQ(flag_words(kVolumeInterfaces, 0x00030000), "clone,snapshot");
  EXPECT_EQ(flag_words(kVolumeFormats, 0x00810050),
            "journal_active,sparse_files,compression,shared_space");
}

TEST(WordOf, KnowsLevelsAndKeepsNumbersThatAreNew) {
  EXPECT_EQ(word_of(kServiceClasses, 0x19), "user_initiated");
  EXPECT_EQ(word_of(kServiceClasses, 0), "unspecified");
  EXPECT_EQ(word_of(kServiceClasses, 0x05), "5");
  EXPECT_EQ(word_of(kPressureLevels, 1), "normal");
  EXPECT_EQ(word_of(kPressureLevels, 4), "critical");
}

TEST(ValueOf, IsTheWayBack) {
  static_assert(value_of(kMountFlags, "local") == 0x1000);
  static_assert(value_of(kMountFlags, "nonsense") == 0);
  EXPECT_EQ(value_of(kServiceClasses, "utility"), 0x11U);
}

TEST(Words, OfFlagsAreOneBitEachAndNoneTwice) {
  const std::span<const Word> tables[] = {kMountFlags, kFileFlags, kExtendedFlags, kVolumeFormats,
                                          kVolumeInterfaces};
  for (const std::span<const Word> table : tables) {
    std::set<std::uint32_t> values;
    std::set<std::string_view> words;
    for (const Word& row : table) {
      EXPECT_EQ(std::popcount(row.value), 1) << row.word;
      EXPECT_TRUE(values.insert(row.value).second) << row.word;
      EXPECT_TRUE(words.insert(row.word).second) << row.word;
    }
  }
}

}  // namespace
}  // namespace readmark::os::macos
