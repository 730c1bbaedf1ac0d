// mac_lio_listio: `depth` reads handed over to the kernel and waited for by one lio_listio().
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/listio_reader.hpp"

namespace readmark {
namespace {

class MacLioListio final : public Strategy {
 public:
  std::string_view summary() const override {
    return "lio_listio() of `depth` reads, which returns when all are done; at most 16 at once";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), depth_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return ListioReader::support(dataset, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<ListioReader>(dataset, options(knobs));
  }

 private:
  static DepthReader::Options options(const Knobs& knobs) {
    return {knobs.size("buf"), knobs.count("depth"), false};
  }
};

}  // namespace

const Strategy& read_mac_lio_listio() {
  static const MacLioListio strategy;
  return strategy;
}

}  // namespace readmark
