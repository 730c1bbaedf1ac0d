// One run at a time, and none while a reader is left over.
#include "os/host_lock.hpp"

#include "os/test_support.hpp"

namespace readmark::os {
namespace {

constexpr std::int64_t kPatience = 20'000'000'000;

class HostLockTest : public testing::Test {
 protected:
  void SetUp() override { test::set_environment("READMARK_LOCK", (folder_ / "lock").string()); }

  test::TempFolder folder_;
  std::string holder_;
};

TEST_F(HostLockTest, ExcludesASecondOne) {
  auto first = HostLock::acquire(0, holder_);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(holder_, "");
  EXPECT_EQ(HostLock::acquire(0, holder_), nullptr);
  first.reset();
  EXPECT_NE(HostLock::acquire(0, holder_), nullptr);
}

TEST_F(HostLockTest, ExcludesAnotherProcess) {
  auto mine = HostLock::acquire(0, holder_);
  ASSERT_NE(mine, nullptr);
  std::string said;
  run_child(
      {test::child_program(), {"hold_lock"}, "", 0}, [&](std::string_view line) { said = line; },
      [&] { return !said.empty(); });
  EXPECT_EQ(said, "not held");
}

TEST_F(HostLockTest, IsFreeAgainWhenItsHolderWasKilled) {
  std::string said;
  run_child(
      {test::child_program(), {"hold_lock"}, "", 0}, [&](std::string_view line) { said = line; },
      [&] { return !said.empty(); });
  EXPECT_EQ(said, "held");
  EXPECT_NE(HostLock::acquire(kPatience, holder_), nullptr);
}

TEST_F(HostLockTest, IsHeldAsLongAsAChildLives) {
  auto lock = HostLock::acquire(0, holder_);
  ASSERT_NE(lock, nullptr);
  bool said = false;
  const auto let_go_in_the_parent = [&](std::string_view) {
    said = true;
    lock.reset();
    EXPECT_EQ(HostLock::acquire(0, holder_), nullptr) << "the child does not hold it";
  };
  run_child({test::child_program(), {"say_and_hang"}, "", 0}, let_go_in_the_parent,
            [&] { return said; });
  EXPECT_TRUE(said);
  EXPECT_NE(HostLock::acquire(kPatience, holder_), nullptr) << holder_;
}

}  // namespace
}  // namespace readmark::os
