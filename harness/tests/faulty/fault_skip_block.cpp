// fault_skip_block: leaves out the first block and claims it.
#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultSkipBlock final : public Fault {
 public:
  std::string_view summary() const override { return "skips a block, claims all"; }
  bool on_block(std::span<std::byte>, std::uint64_t offset, unsigned) const override {
    return offset != 0;
  }
};

}  // namespace

const Strategy& read_fault_skip_block() {
  static const FaultSkipBlock fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
