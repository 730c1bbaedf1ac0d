// Is this UTF-8, as the Unicode standard defines it?
#pragma once

#include <cstddef>
#include <span>

namespace readmark {

/// The length of the longest prefix that consists of whole valid characters: equal to text.size()
/// if all of it is valid. Refused are overlong forms, surrogates, anything above U+10FFFF, and a
/// character cut short.
std::size_t valid_utf8_prefix(std::span<const std::byte> text) noexcept;

}  // namespace readmark
