// What the POSIX readers share: calls made on every descriptor, batches of requests, limits of
// requests. Much of it is for macOS, and tested here because no machine at hand runs that.
#include <gtest/gtest.h>

#include <atomic>

#include "benchmarks/shared/advice.hpp"
#include "benchmarks/shared/aio_limits.hpp"
#include "benchmarks/shared/posix/listio_reader.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"
#include "benchmarks/shared/posix/system_map_hints.hpp"
#include "benchmarks/shared/posix/windowed_strategy.hpp"
#include "benchmarks/shared/testing.hpp"
#include "core/units.hpp"
#include "os/counters.hpp"

namespace readmark {
namespace {

using testing_support::make_dataset;
using testing_support::naive_checksum;
using testing_support::some_text;
using testing_support::TemporaryFolder;

// -- AfterOpen

std::atomic<int> calls{0};
std::atomic<int> refused_from{0};  // this call and all later ones fail; 0: none does

std::error_code count_call(int fd) noexcept {
  if (::fcntl(fd, F_GETFD) < 0) return last_errno();
  const int number = ++calls;
  const bool refuse = refused_from > 0 && number >= refused_from;
  return refuse ? std::make_error_code(std::errc::not_supported) : std::error_code();
}
constexpr AfterOpen kCounted{"count_call", &count_call, "count yourself"};

class AfterOpenTest : public testing::Test {
 protected:
  AfterOpenTest() {
    calls = 0;
    refused_from = 0;
  }

  Pass pass(unsigned threads, bool own_handles) {
    Consumers consumers(Use::sum, threads);
    PreadReader reader(
        dataset_,
        {.block = 4096, .threads = threads, .own_handles = own_handles, .after_open = &kCounted});
    return reader.pass(consumers);
  }

  TemporaryFolder folder_;
  Dataset dataset_ = make_dataset(folder_.path() / "data", some_text(100'000));
};

TEST_F(AfterOpenTest, IsCalledOnEveryDescriptorOfAPass) {
  EXPECT_EQ(pass(1, false).bytes, dataset_.bytes);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(pass(3, false).bytes, dataset_.bytes);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(pass(3, true).bytes, dataset_.bytes);
  EXPECT_EQ(calls, 2 + 1 + 3);
}

TEST_F(AfterOpenTest, IsNamedWhenItIsRefused) {
  refused_from = 1;
  const Pass refused = pass(1, false);
  EXPECT_EQ(refused.error, std::errc::not_supported);
  EXPECT_STREQ(refused.call, "count_call");
  EXPECT_EQ(refused.bytes, 0U) << "nothing is read that was not to be read this way";
  calls = 0;
  refused_from = 3;  // on the second thread's own handle
  EXPECT_STREQ(pass(2, true).call, "count_call");
}

TEST_F(AfterOpenTest, IsTriedOnTheFileBefore) {
  EXPECT_TRUE(after_open_support(dataset_.path, kCounted).yes);
  EXPECT_EQ(calls, 1);
  refused_from = 1;
  const Support support =
      PreadReader::support(dataset_.path, {.block = 4096, .after_open = &kCounted});
  EXPECT_FALSE(support.yes);
  EXPECT_EQ(support.error, std::make_error_code(std::errc::not_supported).value());
  for (const char* part : {"count_call", "data", "count yourself"}) {
    EXPECT_NE(support.reason.find(part), std::string::npos) << support.reason;
  }
  EXPECT_TRUE(after_open_support(folder_.path() / "not yet", kCounted).yes);
}

TEST_F(AfterOpenTest, IsNotMadeWhereNoneWasAskedFor) {
  EXPECT_TRUE(PreadReader::support(dataset_.path, {.block = 4096}).yes);
  EXPECT_EQ(calls, 0);
}

// -- lio_listio

TEST(Listio, BatchesArriveWholeAndAgain) {
  const TemporaryFolder folder;
  for (const std::size_t size : {std::size_t{1}, std::size_t{4096}, std::size_t{1'000'003}}) {
    const std::vector<std::byte> content = some_text(size);
    const Dataset dataset = make_dataset(folder.path() / "data", content);
    for (const unsigned depth : {1U, 3U, 16U}) {
      ListioReader reader(dataset, {.block = 5000, .depth = depth});
      for (const Use use : {Use::touch, Use::digest}) {
        reader.poison(std::byte{0xA5});
        Consumers consumers(use, 1);
        const Pass pass = reader.pass(consumers);
        ASSERT_FALSE(pass.error) << pass.call << " " << pass.error.message();
        ASSERT_EQ(pass.bytes, size) << depth;
        ASSERT_EQ(consumers.checksum(), naive_checksum(use, content)) << size << " at " << depth;
      }
    }
  }
}

TEST(Listio, WhatCannotBeReadIsNamedAndNothingIsLeftInFlight) {
  const TemporaryFolder folder;
  Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  ListioReader reader(dataset, {.block = 4096, .depth = 4});
  std::filesystem::remove(dataset.path);
  std::filesystem::create_directory(dataset.path);
  Consumers consumers(Use::touch, 1);
  for (int i = 0; i < 3; ++i) {
    const Pass pass = reader.pass(consumers);
    if (!pass.error) {  // a folder of size 0 has nothing to be read
      EXPECT_EQ(pass.bytes, 0U);
      continue;
    }
    EXPECT_EQ(pass.error, std::errc::is_a_directory) << pass.error.message();
    EXPECT_STREQ(pass.call, "lio_listio");
  }
  std::filesystem::remove(dataset.path);
  EXPECT_EQ(reader.pass(consumers).error, std::errc::no_such_file_or_directory);
}

TEST(Listio, AShorterFileIsNotClaimedToBeWhole) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  ListioReader reader(dataset, {.block = 4096, .depth = 8});
  std::filesystem::resize_file(dataset.path, 50'001);
  Consumers consumers(Use::touch, 1);
  const Pass pass = reader.pass(consumers);
  EXPECT_FALSE(pass.error);
  EXPECT_EQ(pass.bytes, 50'001U);
  EXPECT_EQ(consumers.bytes(), 50'001U);
}

/// A block that is handed over again is refused by macOS, and read again by glibc.
TEST(Listio, AsksForEachBlockOnce) {
  constexpr std::int64_t kBlocks = 100;
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(kBlocks * 4096));
  ListioReader reader(dataset, {.block = 4096, .depth = 4});
  Consumers consumers(Use::touch, 1);
  const auto before = os::process_counters().read_syscalls;
  EXPECT_EQ(reader.pass(consumers).bytes, dataset.bytes);
  const auto after = os::process_counters().read_syscalls;
  if (!before || !after) GTEST_SKIP() << "this system does not count reads";
  EXPECT_GE(*after - *before, kBlocks);
  EXPECT_LT(*after - *before, kBlocks + 10) << "the counting itself reads too";
}

TEST(Listio, CanRunHere) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  const Support support = ListioReader::support(dataset, {.block = 4096, .depth = 16});
  EXPECT_TRUE(support.yes) << support.reason;
}

// -- limits of requests

TEST(AioLimits, OfAMacAsItComes) {
  const AioLimits limits{16, 90};
  EXPECT_TRUE(allowed_by(limits, 1).yes);
  EXPECT_TRUE(allowed_by(limits, 16).yes);
  const Support support = allowed_by(limits, 17);
  EXPECT_FALSE(support.yes);
  EXPECT_EQ(support.error, EAGAIN);
  for (const char* part : {"17", "16", "one process", "kern.aioprocmax", "depth"}) {
    EXPECT_NE(support.reason.find(part), std::string::npos) << part << ": " << support.reason;
  }
}

TEST(AioLimits, OfTheWholeSystem) {
  const Support support = allowed_by({512, 90}, 91);
  EXPECT_FALSE(support.yes);
  EXPECT_NE(support.reason.find("kern.aiomax"), std::string::npos) << support.reason;
}

TEST(AioLimits, ThatAreNotToldRefuseNothing) {
  EXPECT_TRUE(allowed_by({}, 1024).yes);
  EXPECT_FALSE(allowed_by({std::nullopt, 90}, 1024).yes);
}

// -- hints

TEST(MapHints, NocacheIsRefusedWhereMmapHasNoSuchFlag) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10'000));
  EXPECT_EQ(map_hint_flag("none"), 0);
  EXPECT_EQ(map_hint_flag("nocache"), no_cache_flag());
  const Support support = map_hint_support(dataset.path, "nocache");
  EXPECT_EQ(support.yes, no_cache_flag() != 0);
  if (!support.yes) {
    EXPECT_NE(support.reason.find("MAP_NOCACHE"), std::string::npos) << support.reason;
  }
}

struct Refusing {
  static constexpr const char* kName = "advise";
  static std::error_code at(int, std::uint64_t, std::uint64_t) noexcept { return {}; }
  static std::error_code at_end(int, std::uint64_t) noexcept { return {}; }
  static Support support(const std::filesystem::path&) { return Support::no("not here"); }
};

TEST(Windowed, AskItsCallWhetherItCanRun) {
  const WindowedStrategy<Refusing> strategy("refuses");
  EXPECT_EQ(strategy.support({}, {}).reason, "not here");
}

}  // namespace
}  // namespace readmark
