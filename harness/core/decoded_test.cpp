// Which numbers of bytes a text mode may make of a file.
#include "core/decoded.hpp"

#include <gtest/gtest.h>

namespace readmark {
namespace {

TEST(Decoded, BytesAsTheyAreMustBeAsManyAndTheSame) {
  EXPECT_TRUE(may_come_of("", 100, 100));
  EXPECT_FALSE(may_come_of("", 99, 100));
  EXPECT_FALSE(may_come_of("", 101, 100));
  EXPECT_TRUE(keeps_digest("", 100, 100));
}

TEST(Decoded, TextModeTakesAwayAndNeverAdds) {
  for (const std::uint64_t bytes : {0U, 1U, 99U, 100U})
    EXPECT_TRUE(may_come_of(kTextMode, bytes, 100)) << bytes;
  EXPECT_FALSE(may_come_of(kTextMode, 101, 100));
  EXPECT_FALSE(keeps_digest(kTextMode, 99, 100));
  EXPECT_TRUE(keeps_digest(kTextMode, 100, 100)) << "nothing was taken away";
}

TEST(Decoded, AnotherEncodingMayDoubleThem) {
  EXPECT_TRUE(may_come_of(kTextModeUtf16, 200, 100));
  EXPECT_FALSE(may_come_of(kTextModeUtf16, 202, 100));
  EXPECT_FALSE(keeps_digest(kTextModeUtf16, 100, 100)) << "as many bytes, but others";
}

}  // namespace
}  // namespace readmark
