// pread: positional reads, by one thread or by several that each take a part, also past the page
// cache.
#include "benchmarks/shared/posix/pread_strategy.hpp"

namespace readmark {

const Strategy& read_pread() {
  static const PreadStrategy strategy(
      "pread() block by block; threads take contiguous parts; direct:on by O_DIRECT",
      PreadReader::Division::parts, false);
  return strategy;
}

}  // namespace readmark
