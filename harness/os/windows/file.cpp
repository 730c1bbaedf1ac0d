// Files by CreateFileW, ReadFile and WriteFile on synchronous handles.
#include "os/file.hpp"

#include <new>

#include "core/one_call.hpp"
#include "os/clock.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

using windows::last_error;

/// What File::handle_ points at, or -1. The position is kept here, for a synchronous handle's own
/// moves with every read at an offset too.
struct Opened {
  windows::Handle handle;
  std::uint64_t position = 0;
};

Opened* opened(std::intptr_t handle) noexcept {
  return handle == -1 ? nullptr : reinterpret_cast<Opened*>(handle);
}

HANDLE native(std::intptr_t handle) noexcept {
  return handle == -1 ? INVALID_HANDLE_VALUE : opened(handle)->handle.get();
}

OVERLAPPED at_offset(std::uint64_t offset) noexcept {
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(offset);
  at.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return at;
}

/// Of a folder Windows says "access denied", which sends people to look for rights.
std::error_code why_not_opened(const std::filesystem::path& path) {
  const std::error_code error = last_error();
  const DWORD attributes = GetFileAttributesW(windows::system_path(path).c_str());
  const bool folder =
      attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
  return folder ? std::make_error_code(std::errc::is_a_directory) : error;
}

std::size_t read_file(HANDLE handle, std::span<std::byte> into, std::uint64_t offset,
                      std::error_code& error) noexcept {
  error.clear();
  OVERLAPPED at = at_offset(offset);
  DWORD count = 0;
  const auto most = static_cast<DWORD>(by_one_call(into.size()));
  if (ReadFile(handle, into.data(), most, &count, &at)) return count;
  if (GetLastError() != ERROR_HANDLE_EOF) error = last_error();
  return 0;
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
  const DWORD access = how == Open::read ? GENERIC_READ : GENERIC_READ | GENERIC_WRITE;
  const DWORD creation = how == Open::read     ? OPEN_EXISTING
                         : how == Open::create ? CREATE_ALWAYS
                                               : OPEN_ALWAYS;
  windows::Handle handle = windows::open_file(path, access, creation, 0);
  File file;
  error = handle ? std::error_code{} : why_not_opened(path);
  if (!handle) return file;
  auto* made = new (std::nothrow) Opened{std::move(handle)};
  if (made == nullptr) {
    error = std::make_error_code(std::errc::not_enough_memory);
  } else {
    file.handle_ = reinterpret_cast<std::intptr_t>(made);
  }
  return file;
}

bool File::is_open() const noexcept { return handle_ != -1; }

void File::close() noexcept { delete opened(std::exchange(handle_, -1)); }

std::size_t File::read(std::span<std::byte> into, std::error_code& error) noexcept {
  const std::uint64_t from = is_open() ? opened(handle_)->position : 0;
  const std::size_t count = read_file(native(handle_), into, from, error);
  if (count > 0) opened(handle_)->position += count;
  return count;
}

std::size_t File::read_at(std::span<std::byte> into, std::uint64_t offset,
                          std::error_code& error) noexcept {
  return read_file(native(handle_), into, offset, error);
}

void File::write_at(std::span<const std::byte> bytes, std::uint64_t offset,
                    std::error_code& error) noexcept {
  error.clear();
  while (!bytes.empty()) {
    OVERLAPPED at = at_offset(offset);
    DWORD count = 0;
    const auto most = static_cast<DWORD>(by_one_call(bytes.size()));
    if (!WriteFile(native(handle_), bytes.data(), most, &count, &at) || count == 0) {
      error = last_error();
      return;
    }
    bytes = bytes.subspan(count);
    offset += count;
  }
}

std::uint64_t File::size(std::error_code& error) const noexcept {
  LARGE_INTEGER size{};
  error = GetFileSizeEx(native(handle_), &size) ? std::error_code{} : last_error();
  return static_cast<std::uint64_t>(size.QuadPart);
}

void File::resize(std::uint64_t bytes, std::error_code& error) noexcept {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = static_cast<LONGLONG>(bytes);
  const BOOL done =
      SetFileInformationByHandle(native(handle_), FileEndOfFileInfo, &end, sizeof end);
  error = done ? std::error_code{} : last_error();
}

void File::sync(std::error_code& error) noexcept {
  error = FlushFileBuffers(native(handle_)) ? std::error_code{} : last_error();
}

std::filesystem::path openable(const std::filesystem::path& path) {
  return windows::system_path(path);
}

FileStamp file_stamp(const std::filesystem::path& path, std::error_code& error) noexcept {
  const windows::Handle handle =
      windows::open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
  BY_HANDLE_FILE_INFORMATION info{};
  FILE_STANDARD_INFO sizes{};
  FILE_BASIC_INFO times{};
  if (!handle || !GetFileInformationByHandle(handle.get(), &info) ||
      !GetFileInformationByHandleEx(handle.get(), FileStandardInfo, &sizes, sizeof sizes) ||
      !GetFileInformationByHandleEx(handle.get(), FileBasicInfo, &times, sizeof times)) {
    error = last_error();
    return {};
  }
  error.clear();
  FileStamp stamp;
  stamp.bytes = windows::join_halves(info.nFileSizeHigh, info.nFileSizeLow);
  stamp.modified_ns = windows::unix_ns(times.LastWriteTime.QuadPart);
  stamp.changed_ns = windows::unix_ns(times.ChangeTime.QuadPart);
  stamp.inode = windows::join_halves(info.nFileIndexHigh, info.nFileIndexLow);
  stamp.allocated_bytes = static_cast<std::uint64_t>(sizes.AllocationSize.QuadPart);
  stamp.is_directory = sizes.Directory != 0;
  stamp.is_regular = !stamp.is_directory && GetFileType(handle.get()) == FILE_TYPE_DISK;
  return stamp;
}

void rename_over(const std::filesystem::path& from, const std::filesystem::path& to,
                 std::error_code& error) {
  const std::wstring source = windows::system_path(from), target = windows::system_path(to);
  // A virus scanner or indexer opens a new file for a moment, and refuses its renaming meanwhile.
  constexpr int kTries = 20;
  for (int i = 0; i < kTries; ++i) {
    if (MoveFileExW(source.c_str(), target.c_str(),
                    MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
      error.clear();
      return;
    }
    error = last_error();
    if (error.value() != ERROR_SHARING_VIOLATION && error.value() != ERROR_ACCESS_DENIED) return;
    sleep_ns(50'000'000);
  }
}

std::uint64_t free_bytes(const std::filesystem::path& path, std::error_code& error) {
  std::filesystem::path here = windows::nearest_existing(path);
  std::error_code ignored;
  if (!std::filesystem::is_directory(here, ignored)) here = here.parent_path();
  ULARGE_INTEGER bytes{};
  const BOOL done =
      GetDiskFreeSpaceExW(windows::system_path(here).c_str(), &bytes, nullptr, nullptr);
  error = done ? std::error_code{} : last_error();
  return bytes.QuadPart;
}

}  // namespace readmark::os
