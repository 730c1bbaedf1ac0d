// uring: io_uring as it comes, `depth` reads in flight.
#include "benchmarks/shared/linux/uring_strategy.hpp"

namespace readmark {

const Strategy& read_uring() {
  static const UringStrategy strategy("io_uring, depth reads in flight",
                                      UringWay{.needs = "io_uring needs Linux 5.1"});
  return strategy;
}

}  // namespace readmark
