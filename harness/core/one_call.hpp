// How much one call of the system is asked for: the one place of that limit, for every system.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace readmark {

/// Linux moves 0x7ffff000 bytes by one call and no more, macOS refuses more than INT_MAX with
/// EINVAL, Windows counts in 32 bits. Less than all of them, and a multiple of every page and
/// block.
inline constexpr std::size_t kMostByOneCall = std::size_t{1} << 30;

/// So much of `bytes` is asked for at once; the loop that every reader has asks for the rest.
constexpr std::size_t by_one_call(std::size_t bytes) noexcept {
  return std::min(bytes, kMostByOneCall);
}

/// So many of `count` buffers of `block` bytes are filled by one vectored call: at least one.
constexpr unsigned buffers_by_one_call(unsigned count, std::size_t block) noexcept {
  const std::size_t most = std::max<std::size_t>(kMostByOneCall / block, 1);
  return static_cast<unsigned>(std::min<std::size_t>(count, most));
}

/// Calls `ask` with one part of [offset, offset + bytes) after the other, none of more bytes than
/// one call takes, until it returns false. True if it never did.
template <typename Ask>
constexpr bool in_parts(std::uint64_t offset, std::uint64_t bytes, Ask&& ask) {
  while (bytes > 0) {
    const std::size_t part =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes, kMostByOneCall));
    if (!ask(offset, part)) return false;
    offset += part;
    bytes -= part;
  }
  return true;
}

}  // namespace readmark
