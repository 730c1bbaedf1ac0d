// pread_chunks: positional reads by threads that take the next block whenever they are free.
#include "benchmarks/shared/posix/pread_strategy.hpp"

namespace readmark {

const Strategy& read_pread_chunks() {
  static const PreadStrategy strategy(
      "pread() by threads that take the next block whenever they are free",
      PreadReader::Division::chunks, false);
  return strategy;
}

}  // namespace readmark
