// fadvise_dontneed: read(), and behind it the pages are given back, window by window: what programs
// did before RWF_DONTCACHE. It also takes from others what they had cached.
#include <fcntl.h>

#include "benchmarks/shared/posix/windowed_strategy.hpp"

namespace readmark {
namespace {

struct DontNeed {
  static constexpr const char* kName = "posix_fadvise";

  static std::error_code at(int fd, std::uint64_t position, std::uint64_t window) noexcept {
    if (position == 0) return {};
    return give_back(fd, position - window, window);
  }
  /// A length of 0 is everything up to the end.
  static std::error_code at_end(int fd, std::uint64_t) noexcept { return give_back(fd, 0, 0); }

 private:
  static std::error_code give_back(int fd, std::uint64_t from, std::uint64_t bytes) noexcept {
    const int error = ::posix_fadvise(fd, static_cast<off_t>(from), static_cast<off_t>(bytes),
                                      POSIX_FADV_DONTNEED);
    return {error, std::generic_category()};
  }
};

}  // namespace

const Strategy& read_fadvise_dontneed() {
  static const WindowedStrategy<DontNeed> strategy(
      "read(), then posix_fadvise(DONTNEED) of each `window` that was read");
  return strategy;
}

}  // namespace readmark
