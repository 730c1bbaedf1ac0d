// device_buffered: what the device gives through the page cache, whose read-ahead is the depth.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/device_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class DeviceBuffered final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: cold reads through the page cache and its read-ahead";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{block_knob(), threads_knob()};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::cold}; }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return device_support(dataset, load(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return device_reader(dataset, load(knobs));
  }

 private:
  static DeviceLoad load(const Knobs& knobs) {
    return {knobs.size("block"), knobs.count("threads"), false};
  }
};

}  // namespace

const Strategy& ceiling_device_buffered() {
  static const DeviceBuffered strategy;
  return strategy;
}

}  // namespace readmark
