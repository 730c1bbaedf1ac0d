// File descriptors and the paths behind them.
#include "os/posix/posix.hpp"

namespace readmark::os::posix {

Fd open_file(const std::filesystem::path& path, int flags, mode_t mode) noexcept {
  return Fd(retry([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

std::filesystem::path nearest_existing(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::path here = std::filesystem::absolute(path, ignored);
  while (!std::filesystem::exists(here, ignored) && here.has_relative_path())
    here = here.parent_path();
  return here;
}

Fd above_standard(Fd fd) noexcept {
  if (!fd || fd.get() > 2) return fd;
  return Fd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 3));
}

}  // namespace readmark::os::posix
