// A twin is told from a user's own file by its name.
#include "os/macos/twin_name.hpp"

#include <gtest/gtest.h>

namespace readmark::os::macos {
namespace {

TEST(TwinName, SaysWhoseItIs) {
  EXPECT_EQ(twin_name(4711, 2), ".readmark-twin-4711-2");
  EXPECT_EQ(process_of_twin(twin_name(4711, 2)), 4711);
  EXPECT_EQ(process_of_twin(twin_name(1, 0)), 1);
}

// What is taken for a twin of a dead process is removed, so nothing else may be.
TEST(TwinName, IsNobodyElsesFile) {
  for (const char* other :
       {"", "data", ".readmark-twin", ".readmark-twin-", ".readmark-twin-4711",
        ".readmark-twin-x-1", ".readmark-twin-4711-", ".readmark-twin-4711-1.bak",
        ".readmark-twin-4711-1 copy", ".readmark-twin--4711-1", ".readmark-twin-0-1",
        ".readmark-twin-99999999999999999999-1", "a.readmark-twin-4711-1", ".readmark-twin-4711--1",
        ".readmark-scratch-4711-1"}) {
    EXPECT_EQ(process_of_twin(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace readmark::os::macos
