// macOS has no advice on huge pages, but a flag for mappings whose pages need not be kept.
#include "benchmarks/shared/posix/system_map_hints.hpp"

#include <sys/mman.h>

namespace readmark {

int huge_page_advice() noexcept { return -1; }

int no_cache_flag() noexcept { return MAP_NOCACHE; }

}  // namespace readmark
