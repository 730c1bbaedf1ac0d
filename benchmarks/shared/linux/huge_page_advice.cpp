// Linux has it for anonymous memory and, on some filesystems, for files.
#include "benchmarks/shared/posix/huge_page_advice.hpp"

#include <sys/mman.h>

namespace readmark {

int huge_page_advice() noexcept { return MADV_HUGEPAGE; }

}  // namespace readmark
