// A std::string to be filled by the caller, without writing zeros first where the library can do
// so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace readmark {

/// Throws std::bad_alloc or std::length_error. The content is arbitrary.
std::string string_to_overwrite(std::size_t bytes);

/// How it does so: "uninitialised" or "zero-filled".
std::string_view string_to_overwrite_kind() noexcept;

}  // namespace readmark
