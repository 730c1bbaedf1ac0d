// fault_slow: takes 300 ms more than it needs.
#include "tests/faulty/faulty_reader.hpp"

#include "os/clock.hpp"

namespace readmark {
namespace {

class FaultSlow final : public Fault {
 public:
  std::string_view summary() const override { return "sleeps 300 ms per pass"; }
  bool on_block(std::span<std::byte>, std::uint64_t offset, unsigned) const override {
    if (offset == 0) os::sleep_ns(300'000'000);
    return true;
  }
};

}  // namespace

const Strategy& read_fault_slow() {
  static const FaultSlow fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
