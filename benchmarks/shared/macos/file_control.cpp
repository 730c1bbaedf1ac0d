// fcntl(F_NOCACHE), fcntl(F_RDAHEAD).
#include "benchmarks/shared/macos/file_control.hpp"

#include <fcntl.h>

#include "core/error.hpp"

namespace readmark {
namespace {

template <int command, int argument>
std::error_code tell(int fd) noexcept {
  return ::fcntl(fd, command, argument) == 0 ? std::error_code() : last_errno();
}

constexpr const char* kWayOut = "this filesystem or file does not take it; choose read or pread";

}  // namespace

const AfterOpen no_cache{"fcntl(F_NOCACHE, 1)", &tell<F_NOCACHE, 1>, kWayOut};
const AfterOpen read_ahead_off{"fcntl(F_RDAHEAD, 0)", &tell<F_RDAHEAD, 0>, kWayOut};
const AfterOpen read_ahead_on{"fcntl(F_RDAHEAD, 1)", &tell<F_RDAHEAD, 1>, kWayOut};

}  // namespace readmark
