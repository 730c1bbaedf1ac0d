// What most strategies have in common: one block that is filled again and again, and `buf` as the
// only knob.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "benchmarks/shared/common_knobs.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

/// As many blocks as asked for, but no more than the file has: the rest would never be filled.
unsigned blocks_for(const Dataset& dataset, std::size_t block_bytes, unsigned wanted);

/// May so many blocks be held at once? At most half of the memory.
Support blocks_fit(unsigned blocks, std::size_t block_bytes);

class BlockReader : public Reader {
 public:
  BlockReader(const Dataset& dataset, std::size_t block_bytes)
      : path_(dataset.path), expected_(dataset.bytes), block_(block_bytes) {}

  void poison(std::byte value) override { std::ranges::fill(block_.bytes(), value); }

 protected:
  /// Readers to the end of the file go on while this is true: one that grows ends at the first
  /// block beyond the size it had, and is `wrong`; it does not keep the reader for ever.
  bool may_go_on(const Pass& pass) const noexcept { return pass.bytes <= expected_; }

  std::filesystem::path path_;
  std::uint64_t expected_;
  os::Buffer block_;
};

/// Copies, and runs wherever it is built. `R` is made from a dataset and the block's size.
template <typename R>
class BlockStrategy final : public Strategy {
 public:
  explicit BlockStrategy(std::string_view summary, std::string_view decoded = {})
      : summary_(summary), decoded_(decoded) {}

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  std::string_view decoded(const Knobs&) const override { return decoded_; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<R>(dataset, knobs.size("buf"));
  }

 private:
  std::string_view summary_;
  std::string_view decoded_;
};

}  // namespace readmark
