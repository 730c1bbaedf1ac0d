// pread_own_handles: positional reads by threads that each open the file themselves.
#include "benchmarks/shared/posix/pread_strategy.hpp"

namespace readmark {

const Strategy& read_pread_own_handles() {
  static const PreadStrategy strategy(
      "pread() of contiguous parts by threads that each open the file themselves",
      PreadReader::Division::parts, true);
  return strategy;
}

}  // namespace readmark
