// Parts of a file that have no data on the device: holes, and extents that were allocated but never
// written.
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "os/file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

constexpr std::uint32_t kExtentsAtOnce = 512;

/// fiemap with its trailing array of extents.
class ExtentQuery {
 public:
  ExtentQuery()
      : memory_((sizeof(fiemap) + kExtentsAtOnce * sizeof(fiemap_extent)) / sizeof(std::uint64_t) +
                1) {}

  bool ask(int fd, std::uint64_t from, std::uint64_t to) noexcept {
    std::fill(memory_.begin(), memory_.end(), 0);
    map().fm_start = from;
    map().fm_length = to - from;
    map().fm_flags =
        FIEMAP_FLAG_SYNC;  // so that nothing is still waiting for its place on the device
    map().fm_extent_count = kExtentsAtOnce;
    return posix::retry([&] { return ::ioctl(fd, FS_IOC_FIEMAP, &map()); }) == 0;
  }

  std::uint32_t count() noexcept { return map().fm_mapped_extents; }
  const fiemap_extent& extent(std::uint32_t index) noexcept {
    return *(
        reinterpret_cast<fiemap_extent*>(memory_.data() + sizeof(fiemap) / sizeof(std::uint64_t)) +
        index);
  }

 private:
  static_assert(sizeof(fiemap) % sizeof(std::uint64_t) == 0);
  fiemap& map() noexcept { return *reinterpret_cast<fiemap*>(memory_.data()); }
  std::vector<std::uint64_t> memory_;
};

std::optional<std::uint64_t> written_by_extents(int fd, std::uint64_t size) {
  ExtentQuery query;
  std::uint64_t written = 0;
  for (std::uint64_t at = 0; at < size;) {
    if (!query.ask(fd, at, size)) return std::nullopt;
    if (query.count() == 0) break;
    for (std::uint32_t i = 0; i < query.count(); ++i) {
      const fiemap_extent& extent = query.extent(i);
      const std::uint64_t begin = std::clamp<std::uint64_t>(extent.fe_logical, at, size);
      const std::uint64_t end =
          std::clamp<std::uint64_t>(extent.fe_logical + extent.fe_length, begin, size);
      if ((extent.fe_flags & FIEMAP_EXTENT_UNWRITTEN) == 0) written += end - begin;
      at = end;
      if ((extent.fe_flags & FIEMAP_EXTENT_LAST) != 0) return written;
    }
  }
  return written;
}

/// For filesystems without extents to show. Sees holes only.
std::optional<std::uint64_t> written_by_seeking(int fd, std::uint64_t size) noexcept {
  std::uint64_t written = 0;
  for (off_t at = 0; static_cast<std::uint64_t>(at) < size;) {
    const off_t data = ::lseek(fd, at, SEEK_DATA);
    if (data < 0)
      return errno == ENXIO ? std::optional(written) : std::nullopt;  // ENXIO: only a hole is left
    const off_t hole = ::lseek(fd, data, SEEK_HOLE);
    if (hole < 0) return std::nullopt;
    written += static_cast<std::uint64_t>(hole - data);
    at = hole;
  }
  return written;
}

}  // namespace

std::optional<std::uint64_t> unwritten_bytes(const std::filesystem::path& path) {
  const posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  auto written = written_by_extents(fd.get(), size);
  if (!written) written = written_by_seeking(fd.get(), size);
  if (!written) return std::nullopt;
  return size - std::min(size, *written);
}

}  // namespace readmark::os
