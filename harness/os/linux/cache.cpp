// Making a file cold by posix_fadvise, and warm by reading it.
#include "os/cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "core/error.hpp"
#include "os/clock.hpp"
#include "os/memory.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

constexpr int kMostTries = 5;
constexpr double kWarm = 0.999;
constexpr std::size_t kReadBlock = std::size_t{1} << 20;

std::error_code flush(int fd) noexcept {
  if (posix::retry([&] { return ::fsync(fd); }) == 0) return {};
  // A read-only or special filesystem has nothing to write back.
  if (errno == EINVAL || errno == EROFS) return {};
  return last_errno();
}

std::error_code drop_all_caches(int fd) noexcept {
  ::syncfs(fd);  // only clean pages are dropped
  const posix::Fd control = posix::open_file("/proc/sys/vm/drop_caches", O_WRONLY);
  if (!control || posix::retry([&] { return ::write(control.get(), "3\n", 2); }) != 2)
    return last_errno();
  return {};
}

/// Pages in flight (read-ahead, write-back) cannot be dropped: wait a little longer each time.
void drop_pages(int fd, const std::filesystem::path& path, CacheChange& change) {
  for (int attempt = 0; attempt < kMostTries; ++attempt) {
    if (attempt > 0) sleep_ns(std::int64_t{1'000'000} << (2 * (attempt - 1)));
    change.call = "fsync";
    change.error = flush(fd);
    if (change.error) return;
    change.call = "posix_fadvise";
    change.error = {::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), std::generic_category()};
    if (change.error) return;
    change.call = "";
    change.resident = residency(path);
    if (change.resident == 0.0 || (!change.resident && attempt > 0)) return;
  }
}

void read_once(int fd, CacheChange& change) {
  static thread_local Buffer room(kReadBlock);
  for (off_t at = 0;;) {
    const ssize_t count = posix::retry([&] { return ::pread(fd, room.data(), room.size(), at); });
    if (count < 0) {
      change.call = "pread";
      change.error = last_errno();
    }
    if (count <= 0) return;
    at += count;
  }
}

posix::Fd open_for(CacheChange& change, const std::filesystem::path& path) {
  posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  if (!fd) {
    change.call = "open";
    change.error = last_errno();
  }
  return fd;
}

}  // namespace

CacheChange evict(const std::filesystem::path& path, bool global) {
  CacheChange change;
  change.method = global ? "drop_caches" : "fadvise";
  const std::int64_t start = monotonic_ns();
  if (const posix::Fd fd = open_for(change, path)) {
    drop_pages(fd.get(), path, change);
    if (global && !change.error) {
      change.error = drop_all_caches(fd.get());
      if (change.error) change.call = "write /proc/sys/vm/drop_caches";
      change.resident = residency(path);
    }
  }
  change.took_ns = monotonic_ns() - start;
  return change;
}

CacheChange warm(const std::filesystem::path& path) {
  CacheChange change;
  change.method = "resident";
  const std::int64_t start = monotonic_ns();
  change.resident = residency(path);
  const int tries = change.resident ? 3 : 2;  // where it may not be asked, twice has to do
  posix::Fd fd;
  for (int attempt = 0; attempt < tries && change.resident.value_or(0) < kWarm && !change.error;
       ++attempt) {
    change.method = "read";
    if (!fd) fd = open_for(change, path);
    if (fd) read_once(fd.get(), change);
    change.resident = residency(path);
  }
  change.took_ns = monotonic_ns() - start;
  return change;
}

}  // namespace readmark::os
