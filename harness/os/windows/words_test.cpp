// What the facts of Windows make of numbers, on every system.
#include "os/windows/words.hpp"

#include <gtest/gtest.h>

namespace readmark::os::windows {
namespace {

TEST(WindowsWords, BitlockerHasOneForEachKnownNumber) {
  EXPECT_EQ(bitlocker_words(1), "on");
  EXPECT_EQ(bitlocker_words(2), "off");
  EXPECT_EQ(bitlocker_words(6), "on and locked");
  EXPECT_EQ(bitlocker_words(7), "");
  EXPECT_EQ(bitlocker_words(-1), "");
}

TEST(WindowsWords, BypassIoNamesTheDriverThatSaysNo) {
  EXPECT_EQ(bypass_io_words(0, "", ""), "yes");
  const auto status = static_cast<std::int32_t>(0xC000'00BB);
  EXPECT_EQ(bypass_io_words(status, "", ""), "no: status 0xc00000bb");
  EXPECT_EQ(bypass_io_words(status, "wof.sys", "not opted in"),
            "no: wof.sys: not opted in (0xc00000bb)");
}

TEST(WindowsWords, ServicesAreStoppedOrRunningOrInBetween) {
  EXPECT_EQ(service_words(1), "stopped");
  EXPECT_EQ(service_words(4), "running");
  EXPECT_EQ(service_words(8), "");
}

TEST(WindowsWords, AFolderHoldsWhatIsBelowItAndNotItsNeighbours) {
  EXPECT_TRUE(is_within(L"C:\\Data", L"c:\\data\\a\\b"));
  EXPECT_TRUE(is_within(L"C:\\Data\\", L"C:\\Data"));
  EXPECT_FALSE(is_within(L"C:\\Data", L"C:\\Database\\a"));
  EXPECT_FALSE(is_within(L"C:\\Data\\a", L"C:\\Data"));
  EXPECT_TRUE(is_within(L"C:\\", L"C:\\Data"));
  EXPECT_FALSE(is_within(L"", L"C:\\Data"));
}

}  // namespace
}  // namespace readmark::os::windows
