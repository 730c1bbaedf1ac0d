// The C run-time library reads text unless it is told "binary".
#include "benchmarks/shared/text_mode.hpp"

#include "core/decoded.hpp"

namespace readmark {

std::string_view text_mode_decoding() noexcept { return kTextMode; }

}  // namespace readmark
