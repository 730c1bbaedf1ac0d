// Wording of failures.
#include "core/error.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace readmark {

std::string failure_sentence(std::string_view call, std::string_view object, std::error_code error,
                             std::string_view way_out) {
  std::string sentence =
      fmt::format("cannot {} {}: {} (error {})", call, object, error.message(), error.value());
  if (!way_out.empty()) sentence += fmt::format("; {}", way_out);
  return sentence;
}

void throw_failure(std::string_view call, std::string_view object, std::error_code error,
                   std::string_view way_out) {
  throw RuntimeError(failure_sentence(call, object, error, way_out));
}

std::error_code last_errno() noexcept { return {errno, std::generic_category()}; }

}  // namespace readmark
