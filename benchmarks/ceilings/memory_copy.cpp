// memory_copy: the ceiling of every strategy that copies out of the page cache.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/memory_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class MemoryCopy final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ceiling: memory copied into a small buffer, as the best read() would";
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
    return std::make_unique<MemoryReader>(MemoryWork::copy, knobs.size("mem"), threads(knobs));
  }
};

}  // namespace

const Strategy& ceiling_memory_copy() {
  static const MemoryCopy strategy;
  return strategy;
}

}  // namespace readmark
