// Blocks in flight: whatever order and pieces they come back in, the bytes arrive whole and in
// order. The system is a fake here that reads when it likes, as much as it likes.
#include "benchmarks/shared/posix/depth_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "benchmarks/shared/testing.hpp"
#include "core/error.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

using testing_support::make_dataset;
using testing_support::naive_checksum;
using testing_support::some_text;
using testing_support::TemporaryFolder;

constexpr std::size_t kAligned = 4096;

class FakeReader final : public DepthReader {
 public:
  FakeReader(const Dataset& dataset, const Options& options, unsigned seed = 1)
      : DepthReader(dataset, options, "fake read"),
        direct_(options.direct),
        block_(options.block),
        random_(seed) {}

  using DepthReader::slots;

  std::function<void()> on_attach = [] {};
  int fail_after = -1;                    // so many reads succeed, then one fails with EIO
  int interrupted = 0;                    // so many reads are interrupted first
  bool broken = false;                    // exchange() itself fails
  std::uint64_t gap = std::uint64_t(-1);  // at this offset the file seems to end
  bool first_comes_last = false;          // of all that is in flight
  std::size_t most_in_flight = 0;
  int added = 0;
  int added_before_first = 0;  // when the first block came back
  std::vector<Request> pending;

 private:
  Trouble attach(const Fd& file) noexcept override {
    file_ = &file;
    on_attach();
    return {};
  }

  void add(const Request& request) noexcept override {
    for (const Request& other : pending) EXPECT_NE(other.slot, request.slot);
    EXPECT_FALSE(request.into.empty());
    EXPECT_LE(request.into.size(), block_);
    if (direct_) {
      EXPECT_EQ(request.offset % 512, 0U);
      EXPECT_EQ(request.into.size() % 512, 0U);
    }
    pending.push_back(request);
    ++added;
    most_in_flight = std::max(most_in_flight, pending.size());
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    if (broken) return {"fake exchange", std::make_error_code(std::errc::bad_file_descriptor)};
    std::ranges::shuffle(pending, random_);
    std::size_t count = 1 + random_() % pending.size();
    if (first_comes_last) {
      count = std::min(count, std::max<std::size_t>(pending.size() - 1, 1));
      std::ranges::stable_partition(pending, [](const Request& r) { return r.offset == 0; });
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (pending.back().offset == 0) added_before_first = added;
      back.push_back({pending.back().slot, answer(pending.back())});
      pending.pop_back();
    }
    return {};
  }

  std::int64_t answer(const Request& request) {
    if (interrupted > 0 && interrupted-- > 0) return -EINTR;
    if (fail_after >= 0 && fail_after-- == 0) return -EIO;
    if (request.offset == gap) return 0;
    std::size_t size = request.into.size();
    if (random_() % 2 == 0) size = 1 + random_() % size;  // short
    if (direct_) size = std::max(kAligned, size / kAligned * kAligned);
    const ssize_t got = file_->pread(request.into.first(size), request.offset);
    return got < 0 ? -errno : got;
  }

  bool direct_;
  std::size_t block_;
  std::mt19937 random_;
  const Fd* file_ = nullptr;
};

DepthReader::Options options(std::size_t block, unsigned depth, bool direct = false) {
  return {.block = block, .depth = depth, .direct = direct};
}

DepthReader::Options any_order(std::size_t block, unsigned depth) {
  return {.block = block, .depth = depth, .any_order = true};
}

void expect_whole(FakeReader& reader, const std::vector<std::byte>& content) {
  for (const Use use : {Use::touch, Use::sum, Use::newlines, Use::digest}) {
    Consumers consumers(use, 1);
    reader.poison(std::byte{0xA5});
    const Pass pass = reader.pass(consumers);
    ASSERT_FALSE(pass.error) << pass.call << " " << pass.error.message();
    ASSERT_EQ(pass.bytes, content.size());
    ASSERT_EQ(consumers.bytes(), content.size());
    ASSERT_EQ(consumers.checksum(), naive_checksum(use, content)) << to_text(use);
    ASSERT_TRUE(reader.pending.empty());
  }
}

TEST(DepthReader, AnyOrderAndAnyPiecesArriveWhole) {
  const TemporaryFolder folder;
  for (const std::size_t size : {std::size_t{1}, std::size_t{4096}, 3 * kAligned + 17, MiB + 1}) {
    const std::vector<std::byte> content = some_text(size);
    const Dataset dataset = make_dataset(folder.path() / "data", content);
    for (const std::size_t block : {std::size_t{4096}, std::size_t{5000}, std::size_t{65536}}) {
      for (const unsigned depth : {1U, 3U, 64U}) {
        for (unsigned seed = 1; seed <= 6; ++seed) {
          FakeReader reader(dataset,
                            seed % 2 == 0 ? any_order(block, depth) : options(block, depth), seed);
          ASSERT_NO_FATAL_FAILURE(expect_whole(reader, content))
              << size << " by " << block << " at " << depth << ", seed " << seed;
          EXPECT_LE(reader.most_in_flight, depth);
        }
      }
    }
  }
}

TEST(DepthReader, PastTheCacheRequestsStayAligned) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = some_text(9 * kAligned + 17);
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  if (!DepthReader::support(dataset, options(kAligned, 1, true)).yes) GTEST_SKIP() << "no O_DIRECT";
  for (const unsigned depth : {1U, 3U, 64U}) {
    FakeReader reader(dataset, options(4 * kAligned, depth, true));
    ASSERT_NO_FATAL_FAILURE(expect_whole(reader, content)) << depth;
  }
}

TEST(DepthReader, KeepsTheDepthInFlightButNoMoreThanTheFileHasBlocks) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10 * 4096));
  const auto most = [&](unsigned depth) {
    FakeReader reader(dataset, options(4096, depth));
    Consumers consumers(Use::touch, 1);
    EXPECT_EQ(reader.pass(consumers).bytes, dataset.bytes);
    EXPECT_EQ(reader.most_in_flight, reader.slots());
    return reader.slots();
  };
  EXPECT_EQ(most(1), 1U);
  EXPECT_EQ(most(7), 7U);
  EXPECT_EQ(most(64), 10U);
  EXPECT_TRUE(FakeReader(dataset, options(4096, 10)).effective().empty());
  const auto effective = FakeReader(dataset, options(4096, 64)).effective();
  ASSERT_EQ(effective.size(), 1U);
  EXPECT_EQ(effective.front().first, "depth");
  EXPECT_TRUE(effective.front().second.starts_with("10")) << effective.front().second;
}

TEST(DepthReader, AFailedReadEndsThePassWhenNothingIsInFlight) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100 * 4096));
  for (const int good : {0, 1, 20}) {
    FakeReader reader(dataset, options(4096, 8));
    reader.fail_after = good;
    Consumers consumers(Use::touch, 1);
    const Pass pass = reader.pass(consumers);
    EXPECT_EQ(pass.error, std::errc::io_error);
    EXPECT_STREQ(pass.call, "fake read");
    EXPECT_TRUE(reader.pending.empty());
    EXPECT_LT(reader.added, 100) << "nothing new is asked for after a failure";
  }
}

TEST(DepthReader, AnInterruptedReadIsAskedForAgain) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = some_text(20'000);
  FakeReader reader(make_dataset(folder.path() / "data", content), options(4096, 3));
  reader.interrupted = 5;
  ASSERT_NO_FATAL_FAILURE(expect_whole(reader, content));
}

TEST(DepthReader, ACallThatFailsIsNamed) {
  const TemporaryFolder folder;
  FakeReader reader(make_dataset(folder.path() / "data", some_text(20'000)), options(4096, 3));
  reader.broken = true;
  Consumers consumers(Use::touch, 1);
  EXPECT_STREQ(reader.pass(consumers).call, "fake exchange");
}

TEST(DepthReader, AFileThatShrinksAfterItWasOpenedIsReadAsFarAsItGoes) {
  const TemporaryFolder folder;
  for (const std::uint64_t left : {0U, 1U, 4096U, 50'001U}) {
    for (const bool direct : {false, true}) {
      const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
      if (!DepthReader::support(dataset, options(8192, 5, direct)).yes) continue;
      FakeReader reader(dataset, options(8192, 5, direct));
      reader.on_attach = [&] { std::filesystem::resize_file(dataset.path, left); };
      Consumers consumers(Use::touch, 1);
      const Pass pass = reader.pass(consumers);
      EXPECT_FALSE(pass.error) << pass.call;
      EXPECT_EQ(pass.bytes, left);
      EXPECT_EQ(consumers.bytes(), left);
    }
  }
}

TEST(DepthReader, WhatComesAfterAGapIsNotHandedOn) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(20 * 4096));
  for (unsigned seed = 1; seed <= 10; ++seed) {
    FakeReader reader(dataset, options(4096, 8), seed);
    reader.gap = 3 * 4096;
    Consumers consumers(Use::touch, 1);
    EXPECT_EQ(reader.pass(consumers).bytes, reader.gap);
    EXPECT_EQ(consumers.bytes(), reader.gap);
  }
}

TEST(DepthReader, InAnyOrderALateBlockKeepsNoOtherWaiting) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(20 * 4096));
  const auto added_before_first = [&](const DepthReader::Options& options, Use use) {
    FakeReader reader(dataset, options);
    reader.first_comes_last = true;
    Consumers consumers(use, 1);
    EXPECT_EQ(reader.pass(consumers).bytes, dataset.bytes);
    return reader.added_before_first;
  };
  EXPECT_GE(added_before_first(any_order(4096, 4), Use::touch), 20);
  EXPECT_LT(added_before_first(options(4096, 4), Use::touch), 20);
  EXPECT_LT(added_before_first(any_order(4096, 4), Use::digest), 20) << "it needs 1 MiB at a time";
}

TEST(DepthReader, AFileThatGrowsIsReadToTheSizeAtOpen) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = some_text(100'001);
  for (const bool direct : {false, true}) {
    const Dataset dataset = make_dataset(folder.path() / "data", content);
    if (!DepthReader::support(dataset, options(8192, 5, direct)).yes) continue;
    FakeReader reader(dataset, options(8192, 5, direct));
    reader.on_attach = [&] { std::filesystem::resize_file(dataset.path, 200'000); };
    Consumers consumers(Use::digest, 1);
    EXPECT_EQ(reader.pass(consumers).bytes, content.size());
    EXPECT_EQ(consumers.bytes(), content.size());
    EXPECT_EQ(consumers.checksum(), naive_checksum(Use::digest, content));
  }
}

TEST(DepthReader, MoreThanMemoryHoldsIsRefused) {
  Dataset dataset;
  dataset.bytes = std::uint64_t{1} << 60;
  const Support support = DepthReader::support(dataset, options(std::size_t{1} << 50, 1024));
  EXPECT_FALSE(support.yes);
  EXPECT_NE(support.reason.find("memory"), std::string::npos) << support.reason;
}

}  // namespace
}  // namespace readmark
