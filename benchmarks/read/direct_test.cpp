// O_DIRECT: told from what only looks like it.
#include <gtest/gtest.h>

#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/testing.hpp"
#include "benchmarks/strategies.hpp"

namespace readmark {
namespace {

using testing_support::make_dataset;
using testing_support::some_text;
using testing_support::TemporaryFolder;

Knobs direct_knobs(const std::string& buf) {
  Knobs knobs;
  knobs.set("buf", buf);
  knobs.set("threads", "1");
  knobs.set("direct", "on");
  return knobs;
}

const Strategy* pread_strategy() {
  static const StrategyTable table = all_strategies();
  const StrategyRow* const row = table.find("read", "pread");
  return row != nullptr && row->make != nullptr ? &row->make() : nullptr;
}

TEST(Direct, HasNoWarmState) {
  if (pread_strategy() == nullptr) GTEST_SKIP() << "pread is not built here";
  const std::vector<Cache> caches = pread_strategy()->caches(direct_knobs("1MiB"));
  EXPECT_EQ(std::count(caches.begin(), caches.end(), Cache::warm), 0);
  EXPECT_EQ(std::count(caches.begin(), caches.end(), Cache::cold), 1);
}

TEST(Direct, OnAFilesystemInMemoryIsRefused) {
  const std::filesystem::path memory = "/dev/shm/readmark_direct_test";
  std::error_code error;
  if (pread_strategy() == nullptr || !std::filesystem::is_directory(memory.parent_path(), error)) {
    GTEST_SKIP() << "there is no /dev/shm";
  }
  const Dataset dataset = make_dataset(memory, some_text(10'000));
  const Support support = pread_strategy()->support(dataset, direct_knobs("1MiB"));
  EXPECT_FALSE(support.yes);
  EXPECT_NE(support.reason.find("memory"), std::string::npos) << support.reason;
  EXPECT_THROW(pread_strategy()->reader(dataset, direct_knobs("1MiB")), std::runtime_error);
  std::filesystem::remove(memory);
}

TEST(Direct, BlocksMustFitTheAlignment) {
  if (pread_strategy() == nullptr) GTEST_SKIP() << "pread is not built here";
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10'000));
  if (!pread_strategy()->support(dataset, direct_knobs("1MiB")).yes)
    GTEST_SKIP() << "no O_DIRECT here";
  const Support support = pread_strategy()->support(dataset, direct_knobs("5001B"));
  EXPECT_FALSE(support.yes);
  EXPECT_NE(support.reason.find("multiple"), std::string::npos) << support.reason;
}

TEST(Direct, SaysWhatItDid) {
  if (pread_strategy() == nullptr) GTEST_SKIP() << "pread is not built here";
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10'000));
  if (!pread_strategy()->support(dataset, direct_knobs("1MiB")).yes)
    GTEST_SKIP() << "no O_DIRECT here";
  const auto effective = pread_strategy()->reader(dataset, direct_knobs("1MiB"))->effective();
  ASSERT_EQ(effective.size(), 1U);
  EXPECT_EQ(effective.front().first, "direct");
  EXPECT_NE(effective.front().second.find("aligned"), std::string::npos);
}

}  // namespace
}  // namespace readmark
