// What the strategies of io_uring have in common as strategies.
#pragma once

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/linux/uring_reader.hpp"

namespace readmark {

/// Knobs buf, depth, order and direct; direct is no knob where the way works past the cache only.
class UringStrategy final : public Strategy {
 public:
  UringStrategy(std::string_view summary, const UringWay& way) : summary_(summary), way_(way) {
    if (!always_direct()) knobs_.push_back(flag_knob("direct"));
  }

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override { return knobs_; }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (options(knobs).direct) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return uring_support(dataset, options(knobs), way_);
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<UringReader>(dataset, options(knobs), way_);
  }

 private:
  bool always_direct() const { return way_.has(IORING_SETUP_IOPOLL); }
  DepthReader::Options options(const Knobs& knobs) const {
    return {knobs.size("buf"), knobs.count("depth"), always_direct() || knobs.on("direct"),
            knobs.text("order") == "any"};
  }

  std::string_view summary_;
  UringWay way_;
  std::vector<KnobSpec> knobs_{buf_knob(), depth_knob(), order_knob()};
};

}  // namespace readmark
