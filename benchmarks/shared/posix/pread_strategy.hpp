// The strategies that read by pread(): they differ in how threads divide the file and whose handle
// they use.
#pragma once

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"

namespace readmark {

class PreadStrategy final : public Strategy {
 public:
  PreadStrategy(std::string_view summary, PreadReader::Division division, bool own_handles)
      : summary_(summary), division_(division), own_handles_(own_handles) {}

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), threads_knob(), flag_knob("direct")};
    return specs;
  }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (knobs.on("direct")) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return PreadReader::support(dataset.path, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<PreadReader>(dataset, options(knobs));
  }

 private:
  PreadReader::Options options(const Knobs& knobs) const {
    return {knobs.size("buf"), knobs.count("threads"), knobs.on("direct"), division_, own_handles_};
  }

  std::string_view summary_;
  PreadReader::Division division_;
  bool own_handles_;
};

}  // namespace readmark
