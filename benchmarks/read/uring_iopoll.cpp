// uring_iopoll: io_uring whose completions are polled for, without interrupts.
#include "benchmarks/shared/linux/uring_strategy.hpp"

namespace readmark {

const Strategy& read_uring_iopoll() {
  static const UringStrategy strategy(
      "io_uring with polled completions, by O_DIRECT always (IOPOLL)",
      UringWay{.setup_flags = IORING_SETUP_IOPOLL, .needs = "polled rings need Linux 5.1"});
  return strategy;
}

}  // namespace readmark
