// fault_hang: never ends.
#include "tests/faulty/faulty_reader.hpp"

#include "os/clock.hpp"

namespace readmark {
namespace {

class FaultHang final : public Fault {
 public:
  std::string_view summary() const override { return "hangs"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override {
    for (;;) os::sleep_ns(1'000'000'000);
  }
};

}  // namespace

const Strategy& read_fault_hang() {
  static const FaultHang fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
