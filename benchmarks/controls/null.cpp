// null: reads nothing and claims everything. It must end flagged.
#include "core/strategy.hpp"

namespace readmark {
namespace {

class NullReader final : public Reader {
 public:
  explicit NullReader(std::uint64_t bytes) : bytes_(bytes) {}
  Pass pass(Consumers&) noexcept override { return {.bytes = bytes_, .error = {}}; }

 private:
  std::uint64_t bytes_;
};

class Null final : public Strategy {
 public:
  std::string_view summary() const override {
    return "control: reads nothing and claims everything";
  }
  Role role() const override { return Role::control; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<NullReader>(dataset.bytes);
  }
};

}  // namespace

const Strategy& read_null() {
  static const Null strategy;
  return strategy;
}

}  // namespace readmark
