// touch: the bytes at file offsets divisible by 64, one per cache line, added up.
#include "benchmarks/consumers/consumers.hpp"

namespace readmark {
namespace {

constexpr std::size_t kLine = 64;

class Touch final : public Consumer {
 public:
  Checksum checksum() noexcept override { return {0, sum_}; }

 private:
  void take(std::span<const std::byte> bytes, std::uint64_t offset) noexcept override {
    std::uint64_t sum = 0;
    for (std::size_t at = (kLine - offset % kLine) % kLine; at < bytes.size(); at += kLine) {
      sum += std::to_integer<std::uint64_t>(bytes[at]);
    }
    sum_ += sum;
  }
  void clear() noexcept override { sum_ = 0; }

  std::uint64_t sum_ = 0;
};

}  // namespace

std::unique_ptr<Consumer> make_touch() { return std::make_unique<Touch>(); }

}  // namespace readmark
