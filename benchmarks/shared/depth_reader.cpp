// Blocks in flight: which are asked for, what is missing of each, whose turn it is.
#include "benchmarks/shared/depth_reader.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"

namespace readmark {
namespace {

DirectAccess access_for(const Dataset& dataset, const DepthReaderBase::Options& options) {
  const Support support = DepthReaderBase::support(dataset, options);
  if (!support.yes) throw RuntimeError(support.reason);
  return options.direct ? direct_access(dataset.path) : DirectAccess{};
}

}  // namespace

unsigned DepthReaderBase::slots_for(const Dataset& dataset, const Options& options) {
  return blocks_for(dataset, options.block, options.depth);
}

struct DepthReaderBase::Progress {
  Consumer& consumer;
  bool any_order = false;
  std::uint64_t file_bytes = 0;  // at open: what is added later is not read
  std::uint64_t next = 0;        // the first byte not asked for
  unsigned turn = 0;             // the slot that is consumed next
  unsigned in_flight = 0;
  bool ended = false;  // nothing more is asked for: the file was shorter, or a read failed
  Pass pass;
};

Support DepthReaderBase::support(const Dataset& dataset, const Options& options) {
  const Support fits = blocks_fit(slots_for(dataset, options), options.block);
  if (!fits.yes) return fits;
  return options.direct ? direct_support(dataset.path, options.block) : Support{};
}

DepthReaderBase::DepthReaderBase(const Dataset& dataset, const Options& options,
                                 const char* read_call, const std::error_category& errors)
    : path_(dataset.path),
      options_(options),
      read_call_(read_call),
      errors_(errors),
      access_(access_for(dataset, options)),
      slots_(slots_for(dataset, options)) {
  const std::size_t alignment = std::max(access_.memory_alignment, os::page_size());
  for (std::size_t i = 0; i < slots_.size(); ++i) buffers_.emplace_back(options.block, alignment);
  back_.reserve(slots_.size());
}

Pass DepthReaderBase::pass(Consumers& consumers) noexcept {
  Progress progress{
      .consumer = consumers[0],
      .any_order = options_.any_order && options_.block % consumers.split_alignment() == 0,
      .pass = {}};
  Trouble trouble = open_file(progress.file_bytes);
  if (trouble.error) {
    close_file();
    return failed({}, trouble.call, trouble.error);
  }
  read_all(progress);
  consumers.before_release();
  const Pass pass = progress.pass;
  trouble = close_file();
  return trouble.error && !pass.error ? failed(pass, trouble.call, trouble.error) : pass;
}

void DepthReaderBase::read_all(Progress& progress) noexcept {
  for (unsigned slot = 0; slot < slots(); ++slot) start(progress, slot);
  while (progress.in_flight > 0) {
    back_.clear();
    const Trouble trouble = exchange(back_);
    if (trouble.error) {
      progress.pass = failed(progress.pass, trouble.call, trouble.error);
      return;
    }
    for (const Completion& completion : back_) take(progress, completion);
  }
}

/// The next block of the file, if there is one, into this slot.
void DepthReaderBase::start(Progress& progress, unsigned slot) noexcept {
  slots_[slot] = {};
  if (progress.ended || progress.next >= progress.file_bytes) return;
  const std::uint64_t left = progress.file_bytes - progress.next;
  slots_[slot].offset = progress.next;
  slots_[slot].wanted = static_cast<std::size_t>(std::min<std::uint64_t>(options_.block, left));
  progress.next += slots_[slot].wanted;
  ask(progress, slot);
}

/// Past the cache the length must stay aligned, so the last block is asked for whole and comes
/// short.
void DepthReaderBase::ask(Progress& progress, unsigned slot) noexcept {
  const Slot& block = slots_[slot];
  const std::size_t until = options_.direct ? options_.block : block.wanted;
  const std::span<std::byte> buffer = buffers_[slot].bytes();
  ++progress.in_flight;
  add({slot, buffer.subspan(block.filled, until - block.filled), block.offset + block.filled});
}

void DepthReaderBase::take(Progress& progress, const Completion& completion) noexcept {
  --progress.in_flight;
  if (progress.pass.error) return;  // only waited for: nothing may be in flight at the end
  Slot& block = slots_[completion.slot];
  if (completion.result < 0) {
    const std::error_code error(static_cast<int>(-completion.result), errors_);
    if (error == std::errc::interrupted) return ask(progress, completion.slot);
    progress.pass = failed(progress.pass, read_call_, error);
    progress.ended = true;
    return;
  }
  const auto got = static_cast<std::uint64_t>(completion.result);
  block.filled +=
      static_cast<std::size_t>(std::min<std::uint64_t>(got, block.wanted - block.filled));
  // The file has become shorter: the missing bytes make the row wrong.
  const bool unaligned = options_.direct && block.filled % access_.offset_alignment != 0;
  const bool shorter = block.filled < block.wanted && (got == 0 || unaligned);
  if (shorter) progress.ended = true;
  if (block.filled < block.wanted && !shorter) return ask(progress, completion.slot);
  if (progress.any_order) return hand_over(progress, completion.slot);
  block.waits = true;
  consume_in_order(progress);
}

/// Blocks come back in any order, and are consumed in the file's, as a program needs them that
/// reads front to back. Blocks go round the slots, so the next in turn is in the next slot.
void DepthReaderBase::consume_in_order(Progress& progress) noexcept {
  while (slots_[progress.turn].waits) {
    const unsigned slot = progress.turn;
    const bool gap = slots_[slot].filled < slots_[slot].wanted;
    progress.turn = (slot + 1) % slots();
    hand_over(progress, slot);
    if (gap) {  // what comes after it is not handed on
      progress.turn = slot;
      return;
    }
  }
}

/// To the consumer; then the slot is free for the next block.
void DepthReaderBase::hand_over(Progress& progress, unsigned slot) noexcept {
  const Slot& block = slots_[slot];
  progress.consumer.consume(buffers_[slot].bytes().first(block.filled), block.offset);
  progress.pass.bytes += block.filled;
  start(progress, slot);
}

void DepthReaderBase::poison(std::byte value) {
  for (const os::Buffer& buffer : buffers_) std::ranges::fill(buffer.bytes(), value);
}

std::vector<std::pair<std::string, std::string>> DepthReaderBase::effective() const {
  std::vector<std::pair<std::string, std::string>> effective;
  if (slots() < options_.depth) {
    effective.emplace_back("depth", fmt::format("{}: the file has no more blocks", slots()));
  }
  if (options_.any_order) effective.emplace_back("order", "as blocks come");
  if (options_.direct) effective.emplace_back("direct", access_.how);
  return effective;
}

}  // namespace readmark
