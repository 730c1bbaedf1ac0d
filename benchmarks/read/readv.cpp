// readv: one call fills several buffers, from the current position.
#include "benchmarks/shared/posix/vectored_strategy.hpp"

namespace readmark {

const Strategy& read_readv() {
  static const VectoredStrategy strategy("readv() into `count` buffers at once, to the end", false);
  return strategy;
}

}  // namespace readmark
