// Linux has huge pages for anonymous memory and, on some filesystems, for files; and no flag that
// keeps a mapping out of the cache.
#include "benchmarks/shared/posix/system_map_hints.hpp"

#include <sys/mman.h>

namespace readmark {

int huge_page_advice() noexcept { return MADV_HUGEPAGE; }

int no_cache_flag() noexcept { return 0; }

}  // namespace readmark
