// device_nocache: what the device of a Mac gives while nothing is kept in the cache; threads are
// the depth.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/macos/file_control.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"

namespace readmark {
namespace {

class DeviceNocache final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: cold, F_NOCACHE by several threads at once";
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
    return {
        .block = knobs.size("block"), .threads = knobs.count("threads"), .after_open = &no_cache};
  }
};

}  // namespace

const Strategy& ceiling_device_nocache() {
  static const DeviceNocache strategy;
  return strategy;
}

}  // namespace readmark
