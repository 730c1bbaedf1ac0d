// none: nothing. Allowed only where the bytes were copied into the process's memory.
#include "benchmarks/consumers/consumers.hpp"

namespace readmark {
namespace {

class None final : public Consumer {
 public:
  Checksum checksum() noexcept override { return {}; }

 private:
  void take(std::span<const std::byte> /*bytes*/, std::uint64_t /*offset*/) noexcept override {}
  void clear() noexcept override {}
};

}  // namespace

std::unique_ptr<Consumer> make_none() { return std::make_unique<None>(); }

}  // namespace readmark
