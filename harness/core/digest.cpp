// XXH3-128 per block, summed.
#include "core/digest.hpp"

#include <charconv>

#include <fmt/format.h>
#include <xxhash.h>

#include "core/error.hpp"

namespace readmark {
namespace {

Digest from_hash(XXH128_hash_t hash, std::uint64_t bytes) {
  return {hash.high64, hash.low64, bytes};
}

XXH3_state_t* state_of(void* state) { return static_cast<XXH3_state_t*>(state); }

}  // namespace

void Digest::add(const Digest& part) noexcept {
  const std::uint64_t sum = low + part.low;
  high += part.high + (sum < low ? 1 : 0);
  low = sum;
  bytes += part.bytes;
}

std::string Digest::text() const { return fmt::format("{:016x}{:016x}-{}", high, low, bytes); }

std::string Digest::short_text() const { return fmt::format("{:016x}", high).substr(0, 8); }

Digest Digest::parse(std::string_view text) {
  Digest digest;
  const auto number = [&](std::string_view part, std::uint64_t& value, int base) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value, base);
    return !part.empty() && error == std::errc{} && end == part.data() + part.size();
  };
  const bool well_formed =
      text.size() > 33 && text[32] == '-' && number(text.substr(0, 16), digest.high, 16) &&
      number(text.substr(16, 16), digest.low, 16) && number(text.substr(33), digest.bytes, 10);
  if (!well_formed) {
    throw RuntimeError(fmt::format(
        "\"{}\" is not a digest: 32 hex digits, \"-\" and a length are expected", text));
  }
  return digest;
}

Digest digest_block(std::span<const std::byte> block, std::uint64_t index) noexcept {
  return from_hash(XXH3_128bits_withSeed(block.data(), block.size(), index), block.size());
}

DigestStream::DigestStream() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
}

DigestStream::~DigestStream() { XXH3_freeState(state_of(state_)); }

void DigestStream::update(std::span<const std::byte> piece, std::uint64_t offset) noexcept {
  while (!piece.empty()) {
    if (in_block_ && offset != next_) end_block();
    const std::uint64_t within = offset % kDigestBlock;
    const std::size_t part =
        static_cast<std::size_t>(std::min<std::uint64_t>(kDigestBlock - within, piece.size()));
    if (!in_block_ && part == kDigestBlock) {
      sum_.add(digest_block(piece.first(part), offset / kDigestBlock));
    } else {
      if (!in_block_) {
        block_index_ = offset / kDigestBlock;
        XXH3_128bits_reset_withSeed(state_of(state_), block_index_);
        in_block_ = true;
      }
      XXH3_128bits_update(state_of(state_), piece.data(), part);
      sum_.bytes += part;
      if (within + part == kDigestBlock) end_block();
    }
    offset += part;
    next_ = offset;
    piece = piece.subspan(part);
  }
}

void DigestStream::end_block() noexcept {
  sum_.add(from_hash(XXH3_128bits_digest(state_of(state_)), 0));
  in_block_ = false;
}

Digest DigestStream::finish() noexcept {
  if (in_block_) end_block();
  const Digest result = sum_;
  sum_ = {};
  next_ = 0;
  return result;
}

}  // namespace readmark
