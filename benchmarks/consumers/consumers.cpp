// One consumer per thread, and what they found together.
#include "benchmarks/consumers/consumers.hpp"

#include "core/digest.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

constexpr std::uint64_t kCacheLine = 64;

void add(Checksum& sum, const Checksum& part) noexcept {
  sum.low += part.low;
  sum.high += part.high + (sum.low < part.low ? 1 : 0);
}

}  // namespace

std::unique_ptr<Consumer> make_consumer(Use use) {
  switch (use) {
    case Use::touch:
      return make_touch();
    case Use::sum:
      return make_sum();
    case Use::newlines:
      return make_newlines();
    case Use::digest:
      return make_digest();
    case Use::none:
      return make_none();
  }
  throw RuntimeError("there is no such consumer");
}

Consumers::Consumers(Use use, unsigned threads)
    : split_alignment_(use == Use::digest ? kDigestBlock : kCacheLine) {
  for (unsigned i = 0; i < threads; ++i) consumers_.push_back(make_consumer(use));
}

void Consumers::reset() noexcept {
  for (const auto& consumer : consumers_) consumer->reset();
}

std::uint64_t Consumers::bytes() const noexcept {
  std::uint64_t sum = 0;
  for (const auto& consumer : consumers_) sum += consumer->bytes();
  return sum;
}

Checksum Consumers::checksum() noexcept {
  Checksum sum;
  for (const auto& consumer : consumers_) add(sum, consumer->checksum());
  return sum;
}

}  // namespace readmark
