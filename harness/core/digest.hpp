// The frozen digest of a file's content: XXH3-128 of each 1 MiB block with the block's index as
// seed, summed modulo 2^128, and the length. The sum makes it independent of the order of the
// blocks, so threads can each take some; the seed makes it depend on where each block stands.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace readmark {

inline constexpr std::uint64_t kDigestBlock = std::uint64_t{1} << 20;

struct Digest {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::uint64_t bytes = 0;

  /// Adds another part of the same file.
  void add(const Digest& part) noexcept;

  /// 32 hex digits of the sum, "-", the length in decimal.
  std::string text() const;
  /// The first 8 hex digits: what a case name carries for a user's file.
  std::string short_text() const;
  /// Throws RuntimeError when malformed.
  static Digest parse(std::string_view text);

  auto operator<=>(const Digest&) const = default;
};

/// One whole block (the last one of a file may be shorter than kDigestBlock).
Digest digest_block(std::span<const std::byte> block, std::uint64_t index) noexcept;

/// The same from pieces of any size that arrive in order from a block's start.
class DigestStream {
 public:
  DigestStream();
  ~DigestStream();
  DigestStream(const DigestStream&) = delete;
  DigestStream& operator=(const DigestStream&) = delete;

  /// `offset` is where the piece stands in the file. It must continue the last piece, or begin a
  /// block.
  void update(std::span<const std::byte> piece, std::uint64_t offset) noexcept;
  Digest finish() noexcept;  // ends the block in progress; the stream is then as new

 private:
  void end_block() noexcept;
  void* state_;  // XXH3_state_t, kept out of this header
  std::uint64_t next_ = 0;
  std::uint64_t block_index_ = 0;
  bool in_block_ = false;
  Digest sum_;
};

}  // namespace readmark
