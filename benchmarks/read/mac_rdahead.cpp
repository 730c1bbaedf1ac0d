// mac_rdahead: the system's read-ahead switched off or on by F_RDAHEAD, then pread() block by
// block.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/macos/file_control.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"

namespace readmark {
namespace {

class MacRdahead final : public Strategy {
 public:
  std::string_view summary() const override {
    return "F_RDAHEAD, then pread(): without read-ahead, or with readahead:on as it is by default";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), flag_knob("readahead")};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return PreadReader::support(dataset.path, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<PreadReader>(dataset, options(knobs));
  }

 private:
  static PreadReader::Options options(const Knobs& knobs) {
    return {.block = knobs.size("buf"),
            .after_open = knobs.on("readahead") ? &read_ahead_on : &read_ahead_off};
  }
};

}  // namespace

const Strategy& read_mac_rdahead() {
  static const MacRdahead strategy;
  return strategy;
}

}  // namespace readmark
