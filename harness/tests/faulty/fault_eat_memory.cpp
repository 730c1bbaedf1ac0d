// fault_eat_memory: touches 4 GiB of memory: more than the limit that it is run under.
#include <vector>

#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

// Enough to meet any limit that a test sets, without bringing down a machine that has none.
constexpr std::size_t kBlock = std::size_t{64} << 20;
constexpr std::size_t kMostBlocks = 64;

class FaultEatMemory final : public Fault {
 public:
  std::string_view summary() const override { return "uses 4 GiB of memory"; }
  bool on_block(std::span<std::byte>, std::uint64_t offset, unsigned) const override {
    if (offset != 0) return true;
    std::vector<std::vector<char>> eaten;
    while (eaten.size() < kMostBlocks) eaten.emplace_back(kBlock, 'x');
    return true;
  }
};

}  // namespace

const Strategy& read_fault_eat_memory() {
  static const FaultEatMemory fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
