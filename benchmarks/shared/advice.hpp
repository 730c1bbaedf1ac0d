// Hints about a mapping, by the word that stands in a case's name. One folder per system fulfils
// it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/strategy.hpp"

namespace readmark {

/// Also those that this system does not have: a name must be known before it can be refused.
inline const std::vector<std::string_view>& map_hints() {
  static const std::vector<std::string_view> hints{"none",     "sequential", "random",
                                                   "willneed", "hugepage",   "nocache"};
  return hints;
}

/// Found by trying on the file, or on memory where there is no file yet.
Support map_hint_support(const std::filesystem::path& path, std::string_view hint);

/// What mmap() is to be told: MAP_NOCACHE for "nocache" (macOS), else nothing.
int map_hint_flag(std::string_view hint) noexcept;

/// madvise() with the hint; "none" does nothing, and what mmap() was told is done already.
std::error_code give_map_hint(void* address, std::size_t bytes, std::string_view hint) noexcept;

}  // namespace readmark
