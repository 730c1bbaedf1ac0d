// UTF-8 validation: ASCII by the block, other characters by the table of well-formed byte sequences
// (Unicode standard, table 3-7).
#include "benchmarks/read/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace readmark {
namespace {

constexpr std::size_t kAsciiBlock = 32;

bool is_ascii(const unsigned char* text) noexcept {
  std::uint64_t words[kAsciiBlock / sizeof(std::uint64_t)];
  std::memcpy(words, text, kAsciiBlock);
  return ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080) == 0;
}

bool is_tail(unsigned char byte) noexcept { return (byte & 0xC0) == 0x80; }

/// What may follow a first byte: how many bytes in all, and the range of the second one, which is
/// where overlong forms, surrogates and too large values are told apart.
struct Lead {
  unsigned length;
  unsigned char second_low;
  unsigned char second_high;
};

Lead lead_of(unsigned char first) noexcept {
  if (first < 0xC2) return {0, 0, 0};  // a tail byte, or an overlong form of ASCII
  if (first < 0xE0) return {2, 0x80, 0xBF};
  if (first == 0xE0) return {3, 0xA0, 0xBF};  // below: overlong
  if (first == 0xED) return {3, 0x80, 0x9F};  // above: surrogates
  if (first < 0xF0) return {3, 0x80, 0xBF};
  if (first == 0xF0) return {4, 0x90, 0xBF};  // below: overlong
  if (first < 0xF4) return {4, 0x80, 0xBF};
  if (first == 0xF4) return {4, 0x80, 0x8F};  // above: more than U+10FFFF
  return {0, 0, 0};
}

/// The length of the character at `text`, of which `left` bytes are there; 0 if it is not one.
std::size_t character_length(const unsigned char* text, std::size_t left) noexcept {
  if (text[0] < 0x80) return 1;
  const Lead lead = lead_of(text[0]);
  if (lead.length == 0 || lead.length > left) return 0;
  if (text[1] < lead.second_low || text[1] > lead.second_high) return 0;
  for (unsigned i = 2; i < lead.length; ++i) {
    if (!is_tail(text[i])) return 0;
  }
  return lead.length;
}

}  // namespace

std::size_t valid_utf8_prefix(std::span<const std::byte> text) noexcept {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  const std::size_t size = text.size();
  std::size_t at = 0;
  while (at < size) {
    if (size - at >= kAsciiBlock && is_ascii(bytes + at)) {
      at += kAsciiBlock;
      continue;
    }
    // Up to the end of a block that is not pure ASCII, so that text of another script is not asked
    // the question above for every character.
    const std::size_t stop = size - at >= kAsciiBlock ? at + kAsciiBlock : size;
    while (at < stop) {
      const std::size_t length = character_length(bytes + at, size - at);
      if (length == 0) return at;
      at += length;
    }
  }
  return at;
}

}  // namespace readmark
