// fault_text_mode: leaves out carriage returns and says so, as a text mode does: no fault.
#include <algorithm>

#include "core/decoded.hpp"
#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultTextMode final : public Fault {
 public:
  std::string_view summary() const override { return "leaves out carriage returns and says so"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override { return true; }
  std::size_t keep(std::span<std::byte> block) const override {
    const auto rest = std::ranges::remove(block, std::byte{'\r'});
    return block.size() - rest.size();
  }
  std::string_view decoded() const override { return kTextMode; }
};

}  // namespace

const Strategy& read_fault_text_mode() {
  static const FaultTextMode fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
