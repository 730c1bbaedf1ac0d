// Paths are bytes.
#include "benchmarks/shared/stdio_open.hpp"

namespace readmark {

std::FILE* open_stdio(const std::filesystem::path& path) noexcept {
  return std::fopen(path.c_str(), "rbe");
}

}  // namespace readmark
