#include "core/digest.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

std::vector<std::byte> some_bytes(std::size_t count) {
  std::mt19937 generator(7);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(generator());
  return bytes;
}

Digest by_blocks(std::span<const std::byte> bytes) {
  Digest sum;
  for (std::size_t at = 0; at < bytes.size(); at += kDigestBlock) {
    sum.add(digest_block(bytes.subspan(at, std::min<std::size_t>(kDigestBlock, bytes.size() - at)),
                         at / kDigestBlock));
  }
  return sum;
}

TEST(Digest, OfEmptyBlockIsThePublishedXxh3Value) {
  // XXH3_128bits of the empty input with seed 0 (xxHash specification's test vector).
  EXPECT_EQ(digest_block({}, 0).text(), "99aa06d3014798d86001c324468d497f-0");
}

TEST(Digest, StreamAgreesWithBlocksForEveryPieceSize) {
  const auto bytes = some_bytes(3 * kDigestBlock + 17);
  const Digest expected = by_blocks(bytes);
  for (const std::size_t piece : {std::size_t{1000}, std::size_t{4096}, std::size_t{kDigestBlock},
                                  std::size_t{kDigestBlock + 1}, bytes.size()}) {
    DigestStream stream;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      stream.update(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)), at);
    }
    EXPECT_EQ(stream.finish(), expected) << piece;
  }
}

TEST(Digest, PartsAddInAnyOrder) {
  const auto bytes = some_bytes(4 * kDigestBlock);
  DigestStream first, second;
  first.update(std::span(bytes).first(kDigestBlock), 0);
  first.update(std::span(bytes).subspan(3 * kDigestBlock), 3 * kDigestBlock);
  second.update(std::span(bytes).subspan(kDigestBlock, 2 * kDigestBlock), kDigestBlock);
  Digest sum = second.finish();
  sum.add(first.finish());
  EXPECT_EQ(sum, by_blocks(bytes));
}

TEST(Digest, SwappedBlocksDiffer) {
  auto bytes = some_bytes(2 * kDigestBlock);
  const Digest before = by_blocks(bytes);
  std::swap_ranges(bytes.begin(), bytes.begin() + kDigestBlock, bytes.begin() + kDigestBlock);
  EXPECT_NE(by_blocks(bytes), before);
}

TEST(Digest, TextComesBackAndNonsenseIsRefused) {
  const Digest digest = by_blocks(some_bytes(100));
  EXPECT_EQ(Digest::parse(digest.text()), digest);
  for (const char* text :
       {"", "-", "0123", "99aa06d3014798d86001c324468d497f", "99aa06d3014798d86001c324468d497f-",
        "z9aa06d3014798d86001c324468d497f-1"}) {
    EXPECT_THROW(Digest::parse(text), RuntimeError) << text;
  }
}

}  // namespace
}  // namespace readmark
