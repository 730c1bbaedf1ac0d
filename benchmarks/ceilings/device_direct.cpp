// device_direct: what the device gives past the page cache; threads are the depth.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class DeviceDirect final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: O_DIRECT by several threads at once";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{block_knob(), threads_knob()};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::cold}; }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return PreadReader::support(dataset.path, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<PreadReader>(dataset, options(knobs));
  }

 private:
  static PreadReader::Options options(const Knobs& knobs) {
    return {knobs.size("block"), knobs.count("threads"), true};
  }
};

}  // namespace

const Strategy& ceiling_device_direct() {
  static const DeviceDirect strategy;
  return strategy;
}

}  // namespace readmark
