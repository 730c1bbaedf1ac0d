// What strategies that hold the whole file in memory have in common.
#pragma once

#include <filesystem>
#include <memory>

#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "os/file.hpp"

namespace readmark {

/// May `copies` copies of a file of `bytes` be held at once? At most half of the memory.
Support fits_in_memory(std::uint64_t bytes, unsigned copies = 1);

/// Reads until the destination is full or the file ends.
Pass fill(os::File& file, std::span<std::byte> destination) noexcept;

/// What a pass that could not get its memory returns.
inline Pass no_memory() noexcept {
  return failed({}, "allocate memory for", std::make_error_code(std::errc::not_enough_memory));
}

/// Hands over everything in one piece.
inline void consume_whole(std::span<const std::byte> bytes, Consumers& consumers) noexcept {
  consumers[0].consume(bytes, 0);
  consumers.before_release();
}

/// Allocates inside the timer, has no knobs, and copies. `R` is made from a path and says in
/// R::kCopies how many times it holds the content at worst.
template <typename R>
class WholeStrategy final : public Strategy {
 public:
  explicit WholeStrategy(std::string_view summary) : summary_(summary) {}

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs&) const override {
    return fits_in_memory(dataset.bytes, R::kCopies);
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<R>(dataset.path);
  }

 private:
  std::string_view summary_;
};

}  // namespace readmark
