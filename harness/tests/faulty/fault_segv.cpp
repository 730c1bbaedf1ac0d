// fault_segv: writes where there is no memory.
#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultSegv final : public Fault {
 public:
  std::string_view summary() const override { return "violates memory protection"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override {
    volatile char* volatile nowhere = nullptr;
    *nowhere = 1;
    return true;
  }
};

}  // namespace

const Strategy& read_fault_segv() {
  static const FaultSegv fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
