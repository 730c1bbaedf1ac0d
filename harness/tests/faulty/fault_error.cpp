// fault_error: meets an error of the device.
#include <system_error>

#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultError final : public Fault {
 public:
  std::string_view summary() const override { return "fails with an I/O error"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override {
    throw std::system_error(std::make_error_code(std::errc::io_error));
  }
};

}  // namespace

const Strategy& read_fault_error() {
  static const FaultError fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
