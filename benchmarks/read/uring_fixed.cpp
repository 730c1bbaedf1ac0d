// uring_fixed: io_uring with registered buffers and a registered file.
#include "benchmarks/shared/linux/uring_strategy.hpp"

namespace readmark {

const Strategy& read_uring_fixed() {
  static const UringStrategy strategy("io_uring with registered buffers and file (READ_FIXED)",
                                      UringWay{.fixed = true, .needs = "io_uring needs Linux 5.1"});
  return strategy;
}

}  // namespace readmark
