// fault_corrupt: flips one bit of the first byte.
#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultCorrupt final : public Fault {
 public:
  std::string_view summary() const override { return "gives one wrong byte"; }
  bool on_block(std::span<std::byte> block, std::uint64_t offset, unsigned) const override {
    if (offset == 0) block[0] ^= std::byte{1};
    return true;
  }
};

}  // namespace

const Strategy& read_fault_corrupt() {
  static const FaultCorrupt fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
