// Kernels for every processor: eight bytes at a time in one 64-bit register.
#include <bit>
#include <cstring>

#include "benchmarks/consumers/kernels.hpp"

namespace readmark {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kLow7 = 0x7F7F7F7F7F7F7F7F;
constexpr std::uint64_t kEvenBytes = 0x00FF00FF00FF00FF;
constexpr std::uint64_t kEvenPairs = 0x0000FFFF0000FFFF;

std::uint64_t load(const std::byte* bytes) noexcept {
  std::uint64_t word;
  std::memcpy(&word, bytes, kWord);
  return word;
}

std::uint64_t sum_of_16_bit_lanes(std::uint64_t lanes) noexcept {
  const std::uint64_t pairs = (lanes & kEvenPairs) + ((lanes >> 16) & kEvenPairs);
  return (pairs & 0xFFFFFFFF) + (pairs >> 32);
}

std::uint64_t sum(const std::byte* bytes, std::size_t size) noexcept {
  // A lane of 16 bits takes two bytes (at most 510) per word: full after 128 words.
  constexpr std::size_t kWordsPerRun = 128;
  std::uint64_t total = 0;
  std::size_t at = 0;
  while (size - at >= kWord) {
    std::size_t words = (size - at) / kWord;
    if (words > kWordsPerRun) words = kWordsPerRun;
    std::uint64_t lanes = 0;
    for (std::size_t i = 0; i < words; ++i, at += kWord) {
      const std::uint64_t word = load(bytes + at);
      lanes += (word & kEvenBytes) + ((word >> 8) & kEvenBytes);
    }
    total += sum_of_16_bit_lanes(lanes);
  }
  for (; at < size; ++at) total += std::to_integer<std::uint64_t>(bytes[at]);
  return total;
}

std::uint64_t newlines(const std::byte* bytes, std::size_t size) noexcept {
  std::uint64_t total = 0;
  std::size_t at = 0;
  for (; size - at >= kWord; at += kWord) {
    // A byte of `differs` is 0 where there is a newline. Adding 0x7F sets the top bit of every byte
    // whose low seven bits are not 0, without a carry into the next byte.
    const std::uint64_t differs = load(bytes + at) ^ (kOnes * '\n');
    const std::uint64_t not_zero = ((differs & kLow7) + kLow7) | differs | kLow7;
    total += static_cast<std::uint64_t>(std::popcount(~not_zero));
  }
  for (; at < size; ++at) total += bytes[at] == std::byte{'\n'} ? 1 : 0;
  return total;
}

constexpr Kernels kPortable{"portable", sum, newlines};

}  // namespace

const Kernels& portable_kernels() noexcept { return kPortable; }

}  // namespace readmark
