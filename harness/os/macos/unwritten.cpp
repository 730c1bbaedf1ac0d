// Holes of a file, by seeking from data to hole.
#include <sys/stat.h>

#include <algorithm>

#include "os/file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {

std::optional<std::uint64_t> unwritten_bytes(const std::filesystem::path& path) {
  const posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::uint64_t written = 0;
  for (off_t at = 0; at < status.st_size;) {
    const off_t data = ::lseek(fd.get(), at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // only a hole is left
    if (data < 0) return std::nullopt;
    const off_t hole = ::lseek(fd.get(), data, SEEK_HOLE);
    if (hole <= data) return std::nullopt;
    written += static_cast<std::uint64_t>(hole - data);
    at = hole;
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return size - std::min(size, written);
}

}  // namespace readmark::os
