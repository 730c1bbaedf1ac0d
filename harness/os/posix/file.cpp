// Files by open, pread, pwrite and fsync.
#include "os/file.hpp"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include "core/error.hpp"
#include "core/one_call.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

int descriptor(std::intptr_t handle) noexcept { return static_cast<int>(handle); }

int open_flags(Open how) noexcept {
  switch (how) {
    case Open::read:
      return O_RDONLY;
    case Open::create:
      return O_RDWR | O_CREAT | O_TRUNC;
    case Open::write:
      return O_RDWR | O_CREAT;
  }
  return O_RDONLY;
}

#ifdef __APPLE__
const timespec& modified(const struct stat& status) noexcept { return status.st_mtimespec; }
const timespec& changed(const struct stat& status) noexcept { return status.st_ctimespec; }
#else
const timespec& modified(const struct stat& status) noexcept { return status.st_mtim; }
const timespec& changed(const struct stat& status) noexcept { return status.st_ctim; }
#endif

std::int64_t ns(const timespec& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::size_t count_or_error(ssize_t result, std::error_code& error) noexcept {
  error = result < 0 ? last_errno() : std::error_code{};
  return result < 0 ? 0 : static_cast<std::size_t>(result);
}

}  // namespace

File::File() noexcept : handle_(-1) {}
File::~File() { close(); }
File::File(File&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}
File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    close();
    handle_ = std::exchange(other.handle_, -1);
  }
  return *this;
}

File File::open(const std::filesystem::path& path, Open how, std::error_code& error) noexcept {
  File file;
  file.handle_ = posix::open_file(path, open_flags(how), 0666).release();
  error = file.is_open() ? std::error_code{} : last_errno();
  return file;
}

bool File::is_open() const noexcept { return handle_ >= 0; }

void File::close() noexcept { posix::Fd(descriptor(std::exchange(handle_, -1))).reset(); }

std::size_t File::read(std::span<std::byte> into, std::error_code& error) noexcept {
  const std::size_t most = by_one_call(into.size());
  return count_or_error(
      posix::retry([&] { return ::read(descriptor(handle_), into.data(), most); }), error);
}

std::size_t File::read_at(std::span<std::byte> into, std::uint64_t offset,
                          std::error_code& error) noexcept {
  const std::size_t most = by_one_call(into.size());
  const auto at = static_cast<off_t>(offset);
  return count_or_error(
      posix::retry([&] { return ::pread(descriptor(handle_), into.data(), most, at); }), error);
}

void File::write_at(std::span<const std::byte> bytes, std::uint64_t offset,
                    std::error_code& error) noexcept {
  error.clear();
  while (!bytes.empty()) {
    const std::size_t most = by_one_call(bytes.size());
    const auto at = static_cast<off_t>(offset);
    const ssize_t written =
        posix::retry([&] { return ::pwrite(descriptor(handle_), bytes.data(), most, at); });
    if (written <= 0) {
      error = written < 0 ? last_errno() : std::make_error_code(std::errc::no_space_on_device);
      return;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

std::uint64_t File::size(std::error_code& error) const noexcept {
  struct stat status {};
  const bool ok = ::fstat(descriptor(handle_), &status) == 0;
  error = ok ? std::error_code{} : last_errno();
  return ok ? static_cast<std::uint64_t>(status.st_size) : 0;
}

void File::resize(std::uint64_t bytes, std::error_code& error) noexcept {
  const auto size = static_cast<off_t>(bytes);
  const int result = posix::retry([&] { return ::ftruncate(descriptor(handle_), size); });
  error = result == 0 ? std::error_code{} : last_errno();
}

void File::sync(std::error_code& error) noexcept {
  error.clear();
#ifdef F_FULLFSYNC  // fsync leaves the data in the drive's own cache where this exists
  if (::fcntl(descriptor(handle_), F_FULLFSYNC) == 0) return;
#endif
  if (posix::retry([&] { return ::fsync(descriptor(handle_)); }) != 0) error = last_errno();
}

std::filesystem::path openable(const std::filesystem::path& path) { return path; }

FileStamp file_stamp(const std::filesystem::path& path, std::error_code& error) noexcept {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    error = last_errno();
    return {};
  }
  error.clear();
  FileStamp stamp;
  stamp.bytes = static_cast<std::uint64_t>(status.st_size);
  stamp.modified_ns = ns(modified(status));
  stamp.changed_ns = ns(changed(status));
  stamp.inode = static_cast<std::uint64_t>(status.st_ino);
  stamp.allocated_bytes = static_cast<std::uint64_t>(status.st_blocks) * 512;
  stamp.is_regular = S_ISREG(status.st_mode);
  stamp.is_directory = S_ISDIR(status.st_mode);
  return stamp;
}

void rename_over(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::error_code& error) {
  std::filesystem::rename(from, to, error);
  if (error) return;
  const std::filesystem::path folder = to.has_parent_path() ? to.parent_path() : ".";
  const posix::Fd fd = posix::open_file(folder, O_RDONLY | O_DIRECTORY);
  if (!fd) return;  // a folder that may be written but not read: the rename itself has happened
  // Some filesystems cannot sync a folder and say EINVAL; there is nothing more to be done there.
  if (posix::retry([&] { return ::fsync(fd.get()); }) != 0 && errno != EINVAL) error = last_errno();
}

std::uint64_t free_bytes(const std::filesystem::path& path, std::error_code& error) {
  const std::filesystem::path here = posix::nearest_existing(path);
  struct statvfs status {};
  if (posix::retry([&] { return ::statvfs(here.c_str(), &status); }) != 0) {
    error = last_errno();
    return 0;
  }
  error.clear();
  return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

}  // namespace readmark::os
