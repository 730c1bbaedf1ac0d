// A call that a strategy makes on every descriptor once it is open: how it wants to read.
#pragma once

#include <filesystem>
#include <system_error>

#include "core/strategy.hpp"

namespace readmark {

struct AfterOpen {
  const char* call;                          // with the argument that makes the difference
  std::error_code (*make)(int fd) noexcept;  // no error: it is so from now on
  const char* way_out;                       // what a person can do where it is refused
};

/// Found by making the call on the file. A path that is not there yet is answered with yes.
Support after_open_support(const std::filesystem::path& path, const AfterOpen& after_open);

}  // namespace readmark
