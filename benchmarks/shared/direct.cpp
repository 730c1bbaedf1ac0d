// Which blocks may be read past the page cache.
#include "benchmarks/shared/direct.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace readmark {

Support direct_support(const std::filesystem::path& path, std::size_t block) {
  const DirectAccess access = direct_access(path);
  if (access.support.yes && block % access.offset_alignment != 0) {
    return Support::no(
        fmt::format("blocks of {} cannot be read directly: they must be a multiple of {}",
                    format_size(block), format_size(access.offset_alignment)));
  }
  return access.support;
}

}  // namespace readmark
