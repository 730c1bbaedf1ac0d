// What the Windows strategies with reads in flight have in common as strategies.
#pragma once

#include <initializer_list>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/depth_reader.hpp"

namespace readmark {

/// Knobs buf, depth and those of order and direct that the way has. `R` is made from a dataset and
/// DepthReaderBase::Options, and says in R::available() whether the system has it.
template <typename R>
class WindowsDepthStrategy final : public Strategy {
 public:
  WindowsDepthStrategy(std::string_view summary, std::initializer_list<KnobSpec> more)
      : summary_(summary) {
    knobs_.insert(knobs_.end(), more);
  }

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override { return knobs_; }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (options(knobs).direct) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const Support here = R::available();
    return here.yes ? DepthReaderBase::support(dataset, options(knobs)) : here;
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<R>(dataset, options(knobs));
  }

 private:
  static DepthReaderBase::Options options(const Knobs& knobs) {
    return {.block = knobs.size("buf"),
            .depth = knobs.count("depth"),
            .direct = knobs.has("direct") && knobs.on("direct"),
            .any_order = knobs.has("order") && knobs.text("order") == "any"};
  }

  std::string_view summary_;
  std::vector<KnobSpec> knobs_{buf_knob(), depth_knob()};
};

}  // namespace readmark
