// sum: all bytes added up modulo 2^64.
#include "benchmarks/consumers/consumers.hpp"
#include "benchmarks/consumers/kernels.hpp"

namespace readmark {
namespace {

class Sum final : public Consumer {
 public:
  Checksum checksum() noexcept override { return {0, sum_}; }

 private:
  void take(std::span<const std::byte> bytes, std::uint64_t /*offset*/) noexcept override {
    sum_ += kernel_(bytes.data(), bytes.size());
  }
  void clear() noexcept override { sum_ = 0; }

  decltype(Kernels::sum) kernel_ = available_kernels().front().sum;
  std::uint64_t sum_ = 0;
};

}  // namespace

std::unique_ptr<Consumer> make_sum() { return std::make_unique<Sum>(); }

}  // namespace readmark
