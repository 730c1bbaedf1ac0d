// What the Windows strategies with reads in flight have in common as strategies.
#pragma once

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/depth_reader.hpp"

namespace readmark {

/// Knobs buf, depth and, unless the way has no unbuffered form, direct. `R` is made from a dataset
/// and DepthReaderBase::Options, and says in R::available() whether the system has it.
template <typename R>
class WindowsDepthStrategy final : public Strategy {
 public:
  enum class Direct { no_knob, knob };

  WindowsDepthStrategy(std::string_view summary, Direct direct) : summary_(summary) {
    if (direct == Direct::knob) knobs_.push_back(flag_knob("direct"));
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
  DepthReaderBase::Options options(const Knobs& knobs) const {
    const bool direct = knobs_.size() > 2 && knobs.on("direct");
    return {knobs.size("buf"), knobs.count("depth"), direct};
  }

  std::string_view summary_;
  std::vector<KnobSpec> knobs_{buf_knob(), depth_knob()};
};

}  // namespace readmark
