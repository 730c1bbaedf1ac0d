// Paths are UTF-16, which fopen() does not take.
#include "benchmarks/shared/stdio_open.hpp"

namespace readmark {

std::FILE* open_stdio(const std::filesystem::path& path) noexcept {
  return _wfopen(path.c_str(), L"rbN");
}

}  // namespace readmark
