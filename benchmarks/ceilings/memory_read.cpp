// memory_read: the ceiling of every strategy that reads the page cache in place.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/memory_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class MemoryRead final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: memory read in place, as the best mapped reader would";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{threads_knob(), mem_knob()};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::as_found}; }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset&, const Knobs& knobs) const override {
    return std::make_unique<MemoryReader>(MemoryWork::read, knobs.size("mem"), threads(knobs));
  }
};

}  // namespace

const Strategy& ceiling_memory_read() {
  static const MemoryRead strategy;
  return strategy;
}

}  // namespace readmark
