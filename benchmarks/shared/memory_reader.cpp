// Copying and reading memory by a team of threads.
#include "benchmarks/shared/memory_reader.hpp"

#include <cstring>

#include "benchmarks/consumers/kernels.hpp"
#include "benchmarks/shared/ranges.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

constexpr std::size_t kBlock = 256 * KiB;  // the default buffer: it stays in a core's own cache

}  // namespace

MemoryReader::MemoryReader(MemoryWork work, std::uint64_t bytes, unsigned threads)
    : work_(work), memory_(static_cast<std::size_t>(bytes)), team_(threads) {
  if (work == MemoryWork::copy) {
    for (unsigned i = 0; i < threads; ++i) destinations_.emplace_back(kBlock);
  }
}

Pass MemoryReader::pass(Consumers& consumers) noexcept {
  const std::span<const std::byte> memory = memory_.bytes();
  auto work = [&](unsigned thread) noexcept {
    const Range range = part_of(memory.size(), thread, team_.size(), kBlock);
    const std::span<const std::byte> part = memory.subspan(
        static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.end - range.begin));
    if (work_ == MemoryWork::copy) {
      copy(part, thread);
    } else {
      sink_ += available_kernels().front().sum(part.data(), part.size());
    }
  };
  team_.run(work);
  consumers.before_release();
  return {.bytes = memory.size(), .error = {}};
}

std::vector<std::pair<std::string, std::string>> MemoryReader::effective() const {
  return {{"bytes", work_ == MemoryWork::copy ? "copied" : "in place"}};
}

void MemoryReader::copy(std::span<const std::byte> part, unsigned thread) const noexcept {
  std::byte* const destination = destinations_[thread].data();
  for (std::size_t at = 0; at < part.size(); at += kBlock) {
    std::memcpy(destination, part.data() + at, std::min<std::size_t>(kBlock, part.size() - at));
    std::atomic_signal_fence(
        std::memory_order_seq_cst);  // each copy is done, also if never looked at
  }
}

}  // namespace readmark
