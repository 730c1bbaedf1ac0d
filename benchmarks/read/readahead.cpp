// readahead: readahead(2) of the next window while this one is read.
#include <fcntl.h>

#include "benchmarks/shared/posix/windowed_strategy.hpp"

namespace readmark {
namespace {

struct Readahead {
  static constexpr const char* kName = "readahead";

  static std::error_code at(int fd, std::uint64_t position, std::uint64_t window) noexcept {
    // At the beginning this window and the next one, later only the next.
    const std::uint64_t from = position == 0 ? 0 : position + window;
    const std::uint64_t bytes = position == 0 ? 2 * window : window;
    if (::readahead(fd, static_cast<off64_t>(from), static_cast<std::size_t>(bytes)) == 0)
      return {};
    return last_errno();
  }
  static std::error_code at_end(int, std::uint64_t) noexcept { return {}; }
};

}  // namespace

const Strategy& read_readahead() {
  static const WindowedStrategy<Readahead> strategy(
      "readahead() of the next `window` while read() takes this one");
  return strategy;
}

}  // namespace readmark
