// The host-wide lock: flock on one file that all users of the host share.
#include "os/host_lock.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <csignal>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>

#include "core/error.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

using posix::Fd;

constexpr std::int64_t kPoll = 50'000'000;
constexpr int kFlags = O_NOFOLLOW | O_NONBLOCK;  // the folder is everyone's: no links, no pipes

std::atomic<int> lock_fd{-1};

// Not $TMPDIR, which differs between users: the lock must be the same file for everyone.
std::filesystem::path lock_path() {
  return environment("READMARK_LOCK").value_or("/tmp/readmark.lock");
}

Fd create_for_everyone(const std::filesystem::path& path) {
  Fd fd = posix::open_file(path, O_RDWR | O_CREAT | O_EXCL | kFlags, 0666);
  if (fd)
    ::fchmod(fd.get(), 0666);  // against the umask; if refused, others can still lock by reading
  return fd;
}

/// First without O_CREAT: in a sticky folder some kernels refuse O_CREAT on a file that another
/// user made, even to root. Read-only is enough to lock.
Fd open_lock(const std::filesystem::path& path) {
  for (int attempt = 0; attempt < 10; ++attempt) {
    Fd fd = posix::open_file(path, O_RDWR | kFlags);
    if (!fd && errno == EACCES) fd = posix::open_file(path, O_RDONLY | kFlags);
    if (!fd && errno == ENOENT) fd = create_for_everyone(path);
    if (fd) return fd;
    if (errno != EEXIST && errno != ENOENT) break;  // those two: somebody was faster, look again
  }
  throw_failure("open the host lock", path.string(), last_errno(),
                "remove that file, or set READMARK_LOCK to a file that all users may write");
}

/// False if the file was removed or replaced between open and lock: then the lock guards nothing.
bool still_there(int fd, const std::filesystem::path& path) {
  struct stat opened {
  }, named{};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

std::string read_holder(int fd) {
  std::array<char, 64> text{};
  const ssize_t count = posix::retry([&] { return ::pread(fd, text.data(), text.size(), 0); });
  int pid = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + std::max<ssize_t>(count, 0), pid);
  if (parsed.ec != std::errc{} || pid <= 0) return "";
  const bool gone = ::kill(pid, 0) != 0 && errno == ESRCH;
  return (gone ? "a process that was started by pid " : "pid ") + std::to_string(pid);
}

void write_holder(int fd) {
  const std::string text = std::to_string(::getpid()) + "\n";
  // Only for the other's message, so a failure (opened read-only, disk full) changes nothing.
  if (::ftruncate(fd, 0) != 0) return;
  [[maybe_unused]] const ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
}

class FileLock : public HostLock {
 public:
  explicit FileLock(Fd fd) : fd_(std::move(fd)) { lock_fd = fd_.get(); }
  // Closed, not unlocked: LOCK_UN would take the lock from a child that still lives.
  ~FileLock() override { lock_fd = -1; }

 private:
  Fd fd_;
};

}  // namespace

int posix::inherited_lock() noexcept { return lock_fd.load(); }

std::unique_ptr<HostLock> HostLock::acquire(std::int64_t wait_ns, std::string& holder) {
  const std::filesystem::path path = lock_path();
  const std::int64_t deadline = monotonic_ns() + wait_ns;
  const int interrupts_before = interrupts();
  for (;;) {
    Fd fd = posix::above_standard(open_lock(path));
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) {
      if (!still_there(fd.get(), path)) continue;
      write_holder(fd.get());
      holder.clear();
      return std::make_unique<FileLock>(std::move(fd));
    }
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw_failure("lock", path.string(), last_errno(),
                    "set READMARK_LOCK to a file on a local filesystem");
    }
    holder = read_holder(fd.get());
    const std::int64_t left = deadline - monotonic_ns();
    if (left <= 0 || interrupts() != interrupts_before) return nullptr;
    sleep_ns(std::min(left, kPoll));
  }
}

}  // namespace readmark::os
