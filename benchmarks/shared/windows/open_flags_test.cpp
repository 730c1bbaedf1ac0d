// The tables of numbers and texts that knobs stand for on Windows, on every system.
#include "benchmarks/shared/windows/open_flags.hpp"

#include <gtest/gtest.h>

#include <string>

#include "benchmarks/shared/windows/synchronous_share.hpp"

namespace readmark {
namespace {

TEST(OpenFlags, NothingAskedIsAnOrdinaryFile) { EXPECT_EQ(windows_open_flags({}), 0x80U); }

TEST(OpenFlags, EachWishHasItsFlagAndWishesAddUp) {
  EXPECT_EQ(windows_open_flags({.direct = true}), 0x2000'0080U);
  EXPECT_EQ(windows_open_flags({.overlapped = true}), 0x4000'0080U);
  EXPECT_EQ(windows_open_flags({.hint = "sequential"}), 0x0800'0080U);
  EXPECT_EQ(windows_open_flags({.hint = "random"}), 0x1000'0080U);
  EXPECT_EQ(windows_open_flags({.direct = true, .overlapped = true}), 0x6000'0080U);
}

TEST(OpenFlags, TheRunTimeLibraryIsAlwaysToldBinaryOrText) {
  EXPECT_EQ(crt_open_flags("binary", "none"), 0x8080);
  EXPECT_EQ(crt_open_flags("text", "none"), 0x4080);
  EXPECT_EQ(crt_open_flags("binary", "sequential"), 0x80A0);
}

TEST(OpenFlags, ModesAreThoseThatProgramsWrite) {
  EXPECT_EQ(std::wstring(crt_fopen_mode("binary")), L"rb");
  EXPECT_EQ(std::wstring(crt_fopen_mode("text")), L"r");
  EXPECT_EQ(std::wstring(crt_fopen_mode("utf8")), L"rt, ccs=UTF-8");
}

TEST(SynchronousShare, IsToldInWords) {
  SynchronousShare share;
  EXPECT_EQ(share.text(), "");
  share.add({4, 0});
  EXPECT_EQ(share.text(), "none");
  share.add({4, 3});
  EXPECT_EQ(share.text(), "some (37 %)");
  EXPECT_EQ((SynchronousShare{7, 7}.text()), "all");
}

}  // namespace
}  // namespace readmark
