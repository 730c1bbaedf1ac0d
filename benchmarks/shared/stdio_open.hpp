// fopen() for any path. One folder per system fulfils it.
#pragma once

#include <cstdio>
#include <filesystem>

namespace readmark {

/// For reading, without newline translation. Null with errno set.
std::FILE* open_stdio(const std::filesystem::path& path) noexcept;

}  // namespace readmark
