// The two kinds of content, block by block.
#include "datasets/generator.hpp"

#include <algorithm>

#include "core/digest.hpp"
#include "core/error.hpp"
#include "datasets/log_text.hpp"
#include "datasets/random.hpp"
#include "datasets/store_bytes.hpp"

namespace readmark::datasets {
namespace {

void fill_random(const Spec& spec, std::uint64_t index, char* out, std::size_t bytes) noexcept {
  Random random(spec.seed, index);
  for (std::size_t i = 0; i < bytes; i += sizeof(std::uint64_t)) store64(out + i, random.next());
}

/// Lines that end at or before `offset`: the block that begins there begins with this line.
std::uint64_t lines_before(const Spec& spec, std::uint64_t offset) noexcept {
  return spec.lines * offset / spec.bytes;
}

}  // namespace

Generator::Generator(const Spec& spec)
    : spec_(spec), buffer_(new char[kDigestBlock + kStoreSlack]) {
  if (spec_.kind == Spec::Kind::log) log_ = std::make_unique<LogText>(spec_.crlf, spec_.utf8);
}

Generator::~Generator() = default;

std::span<const std::byte> Generator::make(std::uint64_t index) {
  const std::uint64_t offset = index * kDigestBlock;
  if (offset >= spec_.bytes) throw RuntimeError("asked for a block beyond the dataset's end");
  const std::uint64_t bytes = std::min(kDigestBlock, spec_.bytes - offset);
  if (log_ == nullptr) {
    fill_random(spec_, index, buffer_.get(), static_cast<std::size_t>(bytes));
  } else {
    const std::uint64_t first = lines_before(spec_, offset);
    const std::uint64_t lines = lines_before(spec_, offset + bytes) - first;
    log_->make(Random(spec_.seed, index), first, lines, bytes, buffer_.get());
  }
  return std::as_bytes(std::span(buffer_.get(), static_cast<std::size_t>(bytes)));
}

}  // namespace readmark::datasets
