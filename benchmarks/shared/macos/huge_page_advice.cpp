// macOS has none.
#include "benchmarks/shared/posix/huge_page_advice.hpp"

namespace readmark {

int huge_page_advice() noexcept { return -1; }

}  // namespace readmark
