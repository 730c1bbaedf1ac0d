// uring_sqpoll: io_uring with a thread of the kernel that submits.
#include "benchmarks/shared/linux/uring_strategy.hpp"

namespace readmark {

const Strategy& read_uring_sqpoll() {
  static const UringStrategy strategy(
      "io_uring with a kernel thread that polls for submissions; its CPU time is counted",
      UringWay{.setup_flags = IORING_SETUP_SQPOLL,
               .needs = "a poller for ordinary users needs Linux 5.11"});
  return strategy;
}

}  // namespace readmark
