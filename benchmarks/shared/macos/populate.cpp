// macOS cannot fill page tables in one call.
#include "benchmarks/shared/populate.hpp"

namespace readmark {

std::error_code populate(void* /*address*/, std::size_t /*bytes*/) noexcept {
  return std::make_error_code(std::errc::function_not_supported);
}

Support populate_support() {
  return Support::no(
      "macOS has no call that fills the page tables of a mapping; leave populate:on out");
}

}  // namespace readmark
