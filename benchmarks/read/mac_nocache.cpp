// mac_nocache: F_NOCACHE, then pread() block by block.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/macos/file_control.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"

namespace readmark {
namespace {

/// Says what no flag can promise here: that the bytes came from the device is for the count of
/// device bytes to prove.
class MacNocacheReader final : public Reader {
 public:
  MacNocacheReader(const Dataset& dataset, const PreadReader::Options& options)
      : reader_(dataset, options) {}

  Pass pass(Consumers& consumers) noexcept override { return reader_.pass(consumers); }
  void poison(std::byte value) override { reader_.poison(value); }
  std::vector<std::pair<std::string, std::string>> effective() const override {
    return {{"nocache", "what is read is not kept; pages that are resident are still served"}};
  }

 private:
  PreadReader reader_;
};

class MacNocache final : public Strategy {
 public:
  std::string_view summary() const override {
    return "F_NOCACHE, then pread(): what is read is not kept, but what is resident is still "
           "served";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return PreadReader::support(dataset.path, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<MacNocacheReader>(dataset, options(knobs));
  }

 private:
  static PreadReader::Options options(const Knobs& knobs) {
    return {.block = knobs.size("buf"), .after_open = &no_cache};
  }
};

}  // namespace

const Strategy& read_mac_nocache() {
  static const MacNocache strategy;
  return strategy;
}

}  // namespace readmark
