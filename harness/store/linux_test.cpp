// A disk that is really full: a small tmpfs in a mount namespace of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "store/test_database.hpp"

namespace readmark::store {
namespace {

constexpr int kNotAllowed = 77;

// Exits with what happened; the sentence goes to a file outside the small disk.
[[noreturn]] void fill(const std::filesystem::path& disk, const std::filesystem::path& report) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("none", disk.c_str(), "tmpfs", 0, "size=1m") != 0) {
    _exit(kNotAllowed);
  }
  std::size_t written = 0;
  try {
    Store store = Store::open(disk / "a.db", Access::read_write);
    const TestRun ids = add_test_run(store);
    for (std::int64_t seq = 0; seq < 100'000; ++seq, ++written) {
      store.add_measurement(test_measurement(ids, seq), test_samples());
    }
  } catch (const RuntimeError& error) {
    write_file(report, error.what());
  }
  const Store store = Store::open(disk / "a.db", Access::read_only);
  const bool kept = store.info().rows.at("measurement") == static_cast<std::int64_t>(written);
  _exit(kept && store.check().empty() ? 0 : 1);
}

TEST(FullDisk, KeepsWhatWasCommittedAndSaysSo) {
  TestFolder folder;
  std::filesystem::create_directory(folder / "disk");
  const pid_t child = fork();
  if (child == 0) fill(folder / "disk", folder / "report");
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kNotAllowed) GTEST_SKIP() << "only root may mount";
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_THAT(read_file(folder / "report"),
              testing::AllOf(testing::HasSubstr("cannot write to the database"),
                             testing::HasSubstr("full"), testing::HasSubstr("free some space")));
}

}  // namespace
}  // namespace readmark::store
