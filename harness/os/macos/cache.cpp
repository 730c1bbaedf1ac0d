// The unified buffer cache: seen by mincore, emptied of one file by msync(MS_INVALIDATE).
#include "os/cache.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <vector>

#include "core/error.hpp"
#include "os/clock.hpp"
#include "os/macos/tool.hpp"
#include "os/memory.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

constexpr int kMostTries = 5;
constexpr double kWarm = 0.999;
constexpr std::size_t kReadBlock = std::size_t{1} << 20;
constexpr std::uint64_t kWindow = std::uint64_t{1} << 30;

posix::Fd open_for(CacheChange& change, const std::filesystem::path& path) {
  posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  if (!fd) {
    change.call = "open";
    change.error = last_errno();
  }
  return fd;
}

std::uint64_t file_bytes(int fd) noexcept {
  struct stat status {};
  return ::fstat(fd, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Calls `use` with one mapping after another until all of the file was seen; stops at false.
template <typename Use>
bool for_each_window(int fd, std::uint64_t bytes, Use use) {
  for (std::uint64_t at = 0; at < bytes; at += kWindow) {
    const auto length = static_cast<std::size_t>(std::min(kWindow, bytes - at));
    void* mapped = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, fd, static_cast<off_t>(at));
    if (mapped == MAP_FAILED) return false;
    const bool go_on = use(mapped, length);
    const int error = errno;
    ::munmap(mapped, length);
    errno = error;
    if (!go_on) return false;
  }
  return true;
}

/// Clean pages only; a dirty page stays. Hence the flush before.
void drop_pages(int fd, std::uint64_t bytes, CacheChange& change) {
  if (::fcntl(fd, F_FULLFSYNC) != 0 && posix::retry([&] { return ::fsync(fd); }) != 0) {
    change.call = "fsync";
    change.error = last_errno();
    return;
  }
  const bool done = for_each_window(fd, bytes, [](void* mapped, std::size_t length) {
    return ::msync(mapped, length, MS_INVALIDATE) == 0;
  });
  change.call = done ? "" : "msync(MS_INVALIDATE)";
  change.error = done ? std::error_code{} : last_errno();
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

/// As elsewhere, mincore may claim everything about a file that is neither ours nor writable by us.
bool may_ask(int fd, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) return false;
  return status.st_uid == ::geteuid() || ::access(path.c_str(), W_OK) == 0;
}

}  // namespace

std::optional<double> residency(const std::filesystem::path& path) {
  const posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  if (!fd || !may_ask(fd.get(), path)) return std::nullopt;
  std::uint64_t resident = 0, all = 0;
  std::vector<char> pages;
  const bool done =
      for_each_window(fd.get(), file_bytes(fd.get()), [&](void* mapped, std::size_t length) {
        pages.assign((length + page_size() - 1) / page_size(), 0);
        if (::mincore(mapped, length, pages.data()) != 0) return false;
        all += pages.size();
        resident += static_cast<std::uint64_t>(std::count_if(
            pages.begin(), pages.end(), [](char page) { return (page & MINCORE_INCORE) != 0; }));
        return true;
      });
  if (!done || all == 0) return std::nullopt;
  return static_cast<double>(resident) / static_cast<double>(all);
}

CacheChange evict(const std::filesystem::path& path, bool global) {
  CacheChange change;
  change.method = global ? "purge" : "msync";
  const std::int64_t start = monotonic_ns();
  const posix::Fd fd = open_for(change, path);
  for (int attempt = 0; fd && attempt < kMostTries && !change.error; ++attempt) {
    if (attempt > 0) sleep_ns(std::int64_t{1'000'000} << (2 * (attempt - 1)));
    drop_pages(fd.get(), file_bytes(fd.get()), change);
    change.resident = residency(path);
    if (!change.resident || *change.resident == 0) break;
  }
  if (global && !change.error && !macos::run_tool("/usr/sbin/purge", {})) {
    change.call = "run /usr/sbin/purge";
    change.error = std::make_error_code(std::errc::operation_not_permitted);
  }
  if (global && !change.error) change.resident = residency(path);
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
