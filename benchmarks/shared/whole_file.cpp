// Memory for whole files.
#include "benchmarks/shared/whole_file.hpp"

#include <fmt/format.h>

#include "core/units.hpp"
#include "os/memory.hpp"

namespace readmark {

Support fits_in_memory(std::uint64_t bytes, unsigned copies) {
  const std::uint64_t limit = os::memory_limit_bytes();
  if (bytes <= limit / 2 / copies) return {};
  return Support::no(
      fmt::format("{} of {} in memory at once are more than half of the {} there is; choose a "
                  "strategy that reads block by block",
                  copies == 1 ? "a copy" : fmt::format("{} copies", copies), human_bytes(bytes),
                  human_bytes(limit)));
}

Pass fill(os::File& file, std::span<std::byte> destination) noexcept {
  Pass pass;
  while (pass.bytes < destination.size()) {
    std::error_code error;
    const std::size_t got =
        file.read(destination.subspan(static_cast<std::size_t>(pass.bytes)), error);
    if (error) return failed(pass, "read", error);
    if (got == 0) break;  // the file has become shorter: the missing bytes make the row wrong
    pass.bytes += got;
  }
  return pass;
}

}  // namespace readmark
