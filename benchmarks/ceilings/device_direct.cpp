// device_direct: what the device gives past the page cache; threads are the depth.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/device_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class DeviceDirect final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: past the page cache (O_DIRECT, FILE_FLAG_NO_BUFFERING) by several threads at "
           "once";
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
    return {knobs.size("block"), knobs.count("threads"), true};
  }
};

}  // namespace

const Strategy& ceiling_device_direct() {
  static const DeviceDirect strategy;
  return strategy;
}

}  // namespace readmark
