// fault_change: is correct in the first pass only, so that verification does not catch it.
#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultChange final : public Fault {
 public:
  std::string_view summary() const override { return "gives a wrong byte from the second pass on"; }
  bool on_block(std::span<std::byte> block, std::uint64_t offset, unsigned passes) const override {
    if (offset == 0 && passes > 0) block[0] ^= std::byte{1};
    return true;
  }
};

}  // namespace

const Strategy& read_fault_change() {
  static const FaultChange fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
