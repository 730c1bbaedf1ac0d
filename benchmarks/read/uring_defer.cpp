// uring_defer: io_uring for one thread, whose completions wait for it.
#include "benchmarks/shared/linux/uring_strategy.hpp"

namespace readmark {

const Strategy& read_uring_defer() {
  static const UringStrategy strategy(
      "io_uring for a single issuer, completions deferred to its wait (DEFER_TASKRUN)",
      UringWay{.setup_flags = kUringSingleIssuer | kUringDeferTaskrun,
               .needs = "IORING_SETUP_DEFER_TASKRUN needs Linux 6.1"});
  return strategy;
}

}  // namespace readmark
