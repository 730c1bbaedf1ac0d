// Consumers find the same however the bytes are cut, and whichever kernel runs.
#include <gtest/gtest.h>

#include "benchmarks/consumers/kernels.hpp"
#include "benchmarks/shared/testing.hpp"
#include "core/consumer.hpp"
#include "core/digest.hpp"

namespace readmark {
namespace {

using testing_support::naive_checksum;
using testing_support::some_text;

constexpr Use kAllUses[] = {Use::touch, Use::sum, Use::newlines, Use::digest};

std::vector<std::byte> filled(std::size_t size, unsigned char value) {
  return std::vector<std::byte>(size, std::byte{value});
}

TEST(Kernels, PortableIsAlwaysThereAndLast) {
  EXPECT_EQ(available_kernels().back().name, "portable");
}

#if defined(__x86_64__) && defined(__GNUC__)
TEST(Kernels, Avx2IsUsedWhereTheProcessorHasIt) {
  EXPECT_EQ(avx2_kernels() != nullptr, __builtin_cpu_supports("avx2") != 0);
}
#endif

TEST(Kernels, AllGiveWhatANaiveLoopGives) {
  const std::vector<std::byte> text = some_text(70'000);
  for (const Kernels& kernels : available_kernels()) {
    for (const std::size_t size : std::initializer_list<std::size_t>{
             0, 1, 7, 8, 31, 32, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 8191, 69'990}) {
      for (const std::size_t begin : std::initializer_list<std::size_t>{0, 1, 5}) {
        const std::vector<std::byte> part(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                          text.begin() + static_cast<std::ptrdiff_t>(begin + size));
        EXPECT_EQ(kernels.sum(text.data() + begin, size), naive_checksum(Use::sum, part).low)
            << kernels.name << " " << size;
        EXPECT_EQ(kernels.newlines(text.data() + begin, size),
                  naive_checksum(Use::newlines, part).low)
            << kernels.name << " " << size;
      }
    }
  }
}

TEST(Kernels, LanesDoNotOverflow) {
  const std::size_t size = 1'000'003;
  const std::vector<std::byte> largest = filled(size, 0xFF);
  const std::vector<std::byte> newlines = filled(size, '\n');
  for (const Kernels& kernels : available_kernels()) {
    EXPECT_EQ(kernels.sum(largest.data(), size), std::uint64_t{255} * size) << kernels.name;
    EXPECT_EQ(kernels.newlines(newlines.data(), size), size) << kernels.name;
    EXPECT_EQ(kernels.newlines(largest.data(), size), 0U) << kernels.name;
  }
}

TEST(Kernels, OnlyTheNewlineCounts) {
  for (unsigned value = 0; value < 256; ++value) {
    const std::vector<std::byte> bytes = filled(200, static_cast<unsigned char>(value));
    for (const Kernels& kernels : available_kernels()) {
      EXPECT_EQ(kernels.newlines(bytes.data(), bytes.size()), value == '\n' ? 200U : 0U)
          << kernels.name << " " << value;
    }
  }
}

TEST(Consumers, FindTheSameHoweverTheBytesAreCut) {
  const std::vector<std::byte> text = some_text(3 * 1024 * 1024 + 17);
  for (const Use use : kAllUses) {
    for (const std::size_t piece :
         std::initializer_list<std::size_t>{1000, 4096, 65'537, 1 << 20, 5 << 20}) {
      Consumers consumers(use, 1);
      for (std::size_t at = 0; at < text.size(); at += piece) {
        consumers[0].consume(std::span(text).subspan(at, std::min(piece, text.size() - at)), at);
      }
      EXPECT_EQ(consumers.bytes(), text.size());
      EXPECT_EQ(consumers.checksum(), naive_checksum(use, text)) << to_text(use) << " " << piece;
    }
  }
}

TEST(Consumers, OfSeveralThreadsAddUp) {
  const std::vector<std::byte> text = some_text(3 * 1024 * 1024 + 17);
  for (const Use use : kAllUses) {
    Consumers consumers(use, 2);
    const std::size_t half = 2 * kDigestBlock;
    EXPECT_EQ(half % consumers.split_alignment(), 0U);
    consumers[1].consume(std::span(text).subspan(half), half);
    consumers[0].consume(std::span(text).first(half), 0);
    EXPECT_EQ(consumers.checksum(), naive_checksum(use, text)) << to_text(use);
  }
}

TEST(Consumers, ResetForgets) {
  const std::vector<std::byte> text = some_text(10'000);
  for (const Use use : kAllUses) {
    Consumers consumers(use, 1);
    consumers[0].consume(text, 0);
    consumers.reset();
    EXPECT_EQ(consumers.bytes(), 0U);
    consumers[0].consume(text, 0);
    EXPECT_EQ(consumers.checksum(), naive_checksum(use, text)) << to_text(use);
  }
}

TEST(Consumers, NoneCountsTheBytesAndFindsNothing) {
  Consumers consumers(Use::none, 1);
  consumers[0].consume(some_text(100), 0);
  EXPECT_EQ(consumers.bytes(), 100U);
  EXPECT_EQ(consumers.checksum(), Checksum{});
}

}  // namespace
}  // namespace readmark
