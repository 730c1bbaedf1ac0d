// The strategies that fill several buffers by one call: readv() from the current position, preadv()
// from a given one.
#pragma once

#include "core/strategy.hpp"

namespace readmark {

class VectoredStrategy final : public Strategy {
 public:
  VectoredStrategy(std::string_view summary, bool positional)
      : summary_(summary), positional_(positional) {}

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override;
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override;
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override;

 private:
  std::string_view summary_;
  bool positional_;
};

}  // namespace readmark
