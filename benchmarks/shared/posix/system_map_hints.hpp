// The hints about a mapping that only some systems have. One folder per system fulfils it.
#pragma once

namespace readmark {

/// The number of the advice "use huge pages"; negative: there is none.
int huge_page_advice() noexcept;

/// The flag of mmap() for "keep none of this mapping's pages longer than they are used"; 0: there
/// is none.
int no_cache_flag() noexcept;

}  // namespace readmark
