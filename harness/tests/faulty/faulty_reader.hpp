// A correct reader, block by block, with one place to put a fault in.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/strategy.hpp"

namespace readmark {

/// What a fault does with a block that was read. `passes` counts the passes before this one.
class Fault {
 public:
  virtual ~Fault() = default;
  virtual std::string_view summary() const = 0;
  /// False: the block does not reach the consumer, but is claimed all the same.
  virtual bool on_block(std::span<std::byte> block, std::uint64_t offset,
                        unsigned passes) const = 0;
  /// How much of a block is left, at its front, to be handed over and claimed.
  virtual std::size_t keep(std::span<std::byte> block) const { return block.size(); }
  virtual std::string_view decoded() const { return {}; }
};

/// A subject of workload read that is correct but for the fault. `fault` must live as long.
class FaultyStrategy final : public Strategy {
 public:
  explicit FaultyStrategy(const Fault& fault) : fault_(fault) {}
  std::string_view summary() const override { return fault_.summary(); }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return true; }
  std::string_view decoded(const Knobs&) const override { return fault_.decoded(); }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override;

 private:
  const Fault& fault_;
};

}  // namespace readmark
