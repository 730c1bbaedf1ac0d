// fault_stderr_flood: writes a megabyte to stderr and aborts.
#include <cstdio>
#include <cstdlib>

#include "tests/faulty/faulty_reader.hpp"

namespace readmark {
namespace {

class FaultStderrFlood final : public Fault {
 public:
  std::string_view summary() const override { return "floods stderr and aborts"; }
  bool on_block(std::span<std::byte>, std::uint64_t, unsigned) const override {
    for (int line = 0; line < 10'000; ++line) {
      std::fprintf(
          stderr, "line %d of very much text that nobody asked for; only its end is kept, really\n",
          line);
    }
    std::fputs("the last words\n", stderr);
    std::abort();
  }
};

}  // namespace

const Strategy& read_fault_stderr_flood() {
  static const FaultStderrFlood fault;
  static const FaultyStrategy strategy(fault);
  return strategy;
}

}  // namespace readmark
