// pread: positional reads, by one thread or by several that each take a part, also past the page
// cache.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/pread_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class Pread final : public Strategy {
 public:
  std::string_view summary() const override {
    return "pread() block by block; threads take contiguous parts; direct:on by O_DIRECT";
  }
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
  static PreadReader::Options options(const Knobs& knobs) {
    return {knobs.size("buf"), knobs.count("threads"), knobs.on("direct")};
  }
};

}  // namespace

const Strategy& read_pread() {
  static const Pread strategy;
  return strategy;
}

}  // namespace readmark
