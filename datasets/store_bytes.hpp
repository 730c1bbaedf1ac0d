// Stores of fixed size, which run past what is meant and are overwritten by what follows.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace readmark::datasets {

/// How far beyond its end a store may write: a buffer must be this much larger than its content.
inline constexpr std::size_t kStoreSlack = 128;

/// Little-endian everywhere.
inline void store64(char* out, std::uint64_t value) noexcept {
  if constexpr (std::endian::native == std::endian::big) {
    for (int i = 0; i < 8; ++i) out[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  } else {
    std::memcpy(out, &value, sizeof value);
  }
}

/// Eight lower-case hex digits of 32 bits, all at once: each nibble moves to a byte of its own, and
/// those above 9 are lifted from "0..9" to "a..f".
inline void store_hex8(char* out, std::uint32_t value) noexcept {
  std::uint64_t nibbles = value;
  nibbles = (nibbles | nibbles << 16) & 0x0000FFFF0000FFFFu;
  nibbles = (nibbles | nibbles << 8) & 0x00FF00FF00FF00FFu;
  nibbles = (nibbles | nibbles << 4) & 0x0F0F0F0F0F0F0F0Fu;
  const std::uint64_t letters = (nibbles + 0x0606060606060606u) >> 4 & 0x0101010101010101u;
  store64(out, nibbles + 0x3030303030303030u + letters * ('a' - '0' - 10));
}

inline void store_digits2(char* out, std::uint64_t below_100) noexcept {
  out[0] = static_cast<char>('0' + below_100 / 10);
  out[1] = static_cast<char>('0' + below_100 % 10);
}

/// A short text in a slot of fixed size, so that appending it is one copy without a loop.
template <std::size_t Slot>
struct Fragment {
  char text[Slot - 1] = {};
  std::uint8_t length = 0;
};

template <std::size_t Slot>
inline char* append(char* out, const Fragment<Slot>& fragment) noexcept {
  static_assert(sizeof fragment == Slot && Slot <= kStoreSlack);
  std::memcpy(out, &fragment, Slot);
  return out + fragment.length;
}

}  // namespace readmark::datasets
