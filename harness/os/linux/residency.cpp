// Which share of a file is in the page cache: cachestat where there is one, else mincore.
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <vector>

#include "os/cache.hpp"
#include "os/linux/residency.hpp"
#include "os/memory.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace linux_files {
namespace {

constexpr long kCachestat = 451;  // the same number on every architecture, since Linux 6.5

struct CachestatRange {
  std::uint64_t offset, length;
};
struct Cachestat {
  std::uint64_t cached, dirty, writeback, evicted, recently_evicted;
};

}  // namespace

std::optional<std::uint64_t> pages_by_cachestat(int fd, std::uint64_t bytes) noexcept {
  CachestatRange range{0, bytes};
  Cachestat counts{};
  if (::syscall(kCachestat, fd, &range, &counts, 0U) != 0) return std::nullopt;
  return counts.cached;
}

// Root reads as "may write" here, except on a filesystem that is mounted read-only.
bool mincore_tells_the_truth(int fd, const struct stat& status) noexcept {
  if (status.st_uid == ::geteuid()) return true;
  const std::string name = "/proc/self/fd/" + std::to_string(fd);
  return ::faccessat(AT_FDCWD, name.c_str(), W_OK, AT_EACCESS) == 0;
}

// The mapping is never touched, so it neither faults pages in nor keeps any from being evicted
// later.
std::optional<std::uint64_t> pages_by_mincore(int fd, std::uint64_t bytes) {
  constexpr std::uint64_t kWindow = std::uint64_t{1} << 30;
  std::uint64_t resident = 0;
  std::vector<unsigned char> pages;
  for (std::uint64_t at = 0; at < bytes; at += kWindow) {
    const auto length = static_cast<std::size_t>(std::min(kWindow, bytes - at));
    void* mapped = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, fd, static_cast<off_t>(at));
    if (mapped == MAP_FAILED) return std::nullopt;
    pages.assign((length + page_size() - 1) / page_size(), 0);
    const int result = ::mincore(mapped, length, pages.data());
    ::munmap(mapped, length);
    if (result != 0) return std::nullopt;
    resident += static_cast<std::uint64_t>(std::count_if(
        pages.begin(), pages.end(), [](unsigned char page) { return (page & 1) != 0; }));
  }
  return resident;
}

}  // namespace linux_files

std::optional<double> residency(const std::filesystem::path& path) {
  const posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!fd || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
    return std::nullopt;
  }
  const auto bytes = static_cast<std::uint64_t>(status.st_size);
  auto resident = linux_files::pages_by_cachestat(fd.get(), bytes);
  if (!resident && linux_files::mincore_tells_the_truth(fd.get(), status)) {
    resident = linux_files::pages_by_mincore(fd.get(), bytes);
  }
  if (!resident) return std::nullopt;
  const std::uint64_t pages = (bytes + page_size() - 1) / page_size();
  return std::min(1.0, static_cast<double>(*resident) / static_cast<double>(pages));
}

}  // namespace readmark::os
