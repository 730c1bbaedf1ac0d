// mac_rdadvise: F_RDADVISE of the next window while this one is read.
#include <fcntl.h>

#include "benchmarks/shared/posix/windowed_strategy.hpp"
#include "core/one_call.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

struct Rdadvise {
  static constexpr const char* kName = "fcntl(F_RDADVISE)";

  static std::error_code at(int fd, std::uint64_t position, std::uint64_t window) noexcept {
    // At the beginning this window and the next one, later only the next.
    const std::uint64_t from = position == 0 ? 0 : position + window;
    const std::uint64_t bytes = position == 0 ? 2 * window : window;
    const bool done = in_parts(from, bytes, [fd](std::uint64_t offset, std::size_t part) {
      radvisory wish{};
      wish.ra_offset = static_cast<off_t>(offset);
      wish.ra_count = static_cast<int>(part);  // an int: more would be negative
      return ::fcntl(fd, F_RDADVISE, &wish) == 0;
    });
    // EFBIG: the part begins behind the end of the file, so that there is nothing to advise on.
    return done || errno == EFBIG ? std::error_code() : last_errno();
  }
  static std::error_code at_end(int, std::uint64_t) noexcept { return {}; }

  /// Not every filesystem takes advice: found by giving it on the file, if there is one yet.
  static Support support(const std::filesystem::path& path) {
    const Fd file = Fd::open(path.c_str(), O_NONBLOCK);
    const std::error_code error = file.is_open() ? at(file.get(), 0, 4 * KiB) : std::error_code();
    if (!error) return {};
    return Support::no(failure_sentence(kName, display_path(path), error,
                                        "this filesystem takes no such advice; choose read"),
                       error.value());
  }
};

}  // namespace

const Strategy& read_mac_rdadvise() {
  static const WindowedStrategy<Rdadvise> strategy(
      "F_RDADVISE of the next `window` while read() takes this one");
  return strategy;
}

}  // namespace readmark
