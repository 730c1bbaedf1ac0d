// newlines: the bytes that are '\n', as `wc -l` counts them.
#include "benchmarks/consumers/consumers.hpp"
#include "benchmarks/consumers/kernels.hpp"

namespace readmark {
namespace {

class Newlines final : public Consumer {
 public:
  Checksum checksum() noexcept override { return {0, count_}; }

 private:
  void take(std::span<const std::byte> bytes, std::uint64_t /*offset*/) noexcept override {
    count_ += kernel_(bytes.data(), bytes.size());
  }
  void clear() noexcept override { count_ = 0; }

  decltype(Kernels::newlines) kernel_ = available_kernels().front().newlines;
  std::uint64_t count_ = 0;
};

}  // namespace

std::unique_ptr<Consumer> make_newlines() { return std::make_unique<Newlines>(); }

}  // namespace readmark
