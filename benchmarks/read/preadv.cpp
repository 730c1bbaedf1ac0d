// preadv: one call fills several buffers, from a given position.
#include "benchmarks/shared/posix/vectored_strategy.hpp"

namespace readmark {

const Strategy& read_preadv() {
  static const VectoredStrategy strategy("preadv() into `count` buffers at once, to the end", true);
  return strategy;
}

}  // namespace readmark
