// How a pass that cannot go on says so.
#pragma once

#include "core/error.hpp"
#include "core/strategy.hpp"

namespace readmark {

inline Pass failed(Pass pass, const char* call, std::error_code error) noexcept {
  pass.call = call;
  pass.error = error;
  return pass;
}

/// By the calling thread's errno. Library functions that fail without setting it become an I/O
/// error.
inline Pass failed(Pass pass, const char* call) noexcept {
  const std::error_code error = last_errno();
  return failed(pass, call, error ? error : std::make_error_code(std::errc::io_error));
}

}  // namespace readmark
