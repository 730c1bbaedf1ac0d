// memory_copy: the same copy in every round, to notice when the machine changes.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/memory_reader.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class CanaryMemoryCopy final : public Strategy {
 public:
  std::string_view summary() const override {
    return "canary: 64 MiB of memory copied; it moves when the machine's state does";
  }
  Role role() const override { return Role::canary; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{mem_knob()};
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

const Strategy& canary_memory_copy() {
  static const CanaryMemoryCopy strategy;
  return strategy;
}

}  // namespace readmark
