// Bytes that a library changes on their way from the file to the consumer, as text modes do. A
// strategy says so in a word; what then reaches the consumer is no other file's content by mistake.
#pragma once

#include <cstdint>
#include <string_view>

namespace readmark {

inline constexpr std::string_view kTextMode = "crlf, ctrl-z";  // \r\n -> \n; 0x1A ends the file
inline constexpr std::string_view kTextModeUtf16 = "crlf, ctrl-z, utf-16";  // and UTF-8 -> UTF-16

/// May so many bytes be what became of a file of `file_bytes`? `decoded` is empty for strategies
/// that hand bytes over as they are.
bool may_come_of(std::string_view decoded, std::uint64_t bytes, std::uint64_t file_bytes) noexcept;

/// Must the digest of so many bytes be the file's? If nothing was taken away, nothing was changed,
/// unless all of it is another encoding.
bool keeps_digest(std::string_view decoded, std::uint64_t bytes, std::uint64_t file_bytes) noexcept;

}  // namespace readmark
