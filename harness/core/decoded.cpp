// How many bytes a decoding may make of a file.
#include "core/decoded.hpp"

namespace readmark {
namespace {

bool changes_encoding(std::string_view decoded) noexcept {
  return decoded.find("utf-16") != std::string_view::npos;
}

}  // namespace

bool may_come_of(std::string_view decoded, std::uint64_t bytes, std::uint64_t file_bytes) noexcept {
  if (decoded.empty()) return bytes == file_bytes;
  return bytes / (changes_encoding(decoded) ? 2 : 1) <= file_bytes;
}

bool keeps_digest(std::string_view decoded, std::uint64_t bytes,
                  std::uint64_t file_bytes) noexcept {
  return decoded.empty() || (bytes == file_bytes && !changes_encoding(decoded));
}

}  // namespace readmark
