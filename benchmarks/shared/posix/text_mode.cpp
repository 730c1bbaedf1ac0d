// POSIX has one kind of file.
#include "benchmarks/shared/text_mode.hpp"

namespace readmark {

std::string_view text_mode_decoding() noexcept { return {}; }

}  // namespace readmark
