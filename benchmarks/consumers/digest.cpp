// digest: the frozen digest of the content, the only consumer that proves every byte and its place.
#include "core/digest.hpp"
#include "benchmarks/consumers/consumers.hpp"

namespace readmark {
namespace {

class DigestConsumer final : public Consumer {
 public:
  /// Ends the block in progress, so it is asked once per pass.
  Checksum checksum() noexcept override {
    const Digest digest = stream_.finish();
    return {digest.high, digest.low};
  }

 private:
  void take(std::span<const std::byte> bytes, std::uint64_t offset) noexcept override {
    stream_.update(bytes, offset);
  }
  void clear() noexcept override { stream_.finish(); }

  DigestStream stream_;
};

}  // namespace

std::unique_ptr<Consumer> make_digest() { return std::make_unique<DigestConsumer>(); }

}  // namespace readmark
