// The number of the advice "use huge pages". One folder per system fulfils it.
#pragma once

namespace readmark {

int huge_page_advice() noexcept;  // negative: there is none

}  // namespace readmark
