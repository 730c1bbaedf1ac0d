// fault_abort: aborts.
#include <cstdlib>

#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultAbort final : public Fault {
 public:
  std::string_view summary() const override { return "aborts"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override { std::abort(); }
};

}  // namespace

const Strategy& read_fault_abort() {
  static const FaultAbort fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
