// A file opened for reading by CreateFileW(), closed once.
#pragma once

#include "os/windows/windows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "benchmarks/shared/windows/open_flags.hpp"

namespace readmark {

static_assert(kWindowsNormal == FILE_ATTRIBUTE_NORMAL);
static_assert(kWindowsSequential == FILE_FLAG_SEQUENTIAL_SCAN);
static_assert(kWindowsRandom == FILE_FLAG_RANDOM_ACCESS);
static_assert(kWindowsUnbuffered == FILE_FLAG_NO_BUFFERING);
static_assert(kWindowsOverlapped == FILE_FLAG_OVERLAPPED);

/// What one read came to: bytes, 0 at the end of the file, or an error.
struct ReadResult {
  DWORD bytes = 0;
  DWORD error = ERROR_SUCCESS;

  std::error_code code() const noexcept { return os::windows::to_error(error); }
};

class FileHandle {
 public:
  FileHandle() noexcept = default;
  /// Check is_open(); false with GetLastError() set. `path` as os::windows::system_path() makes it,
  /// before the timer, because that allocates. Never keeps others from reading, writing or deleting
  /// the file.
  FileHandle(const std::wstring& path, const WindowsOpening& how) noexcept
      : handle_(::CreateFileW(path.c_str(), GENERIC_READ,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                              OPEN_EXISTING, windows_open_flags(how), nullptr)) {}
  ~FileHandle() { close(); }
  FileHandle(FileHandle&& other) noexcept
      : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    if (this != &other) {
      close();
      handle_ = std::exchange(other.handle_, INVALID_HANDLE_VALUE);
    }
    return *this;
  }

  bool is_open() const noexcept { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const noexcept { return handle_; }

  /// False with GetLastError() set.
  bool size(std::uint64_t& bytes) const noexcept {
    LARGE_INTEGER size{};
    if (::GetFileSizeEx(handle_, &size) == 0) return false;
    bytes = static_cast<std::uint64_t>(size.QuadPart);
    return true;
  }

  /// From the current position of a synchronous handle.
  ReadResult read(std::span<std::byte> into) const noexcept { return read_with(into, nullptr); }

  /// At an offset, on a synchronous handle: the call returns when the bytes are there, and while it
  /// works the system lets no other read of the same handle begin.
  ReadResult read_at(std::span<std::byte> into, std::uint64_t offset) const noexcept {
    OVERLAPPED at{};
    at.Offset = static_cast<DWORD>(offset);
    at.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return read_with(into, &at);
  }

  /// False with GetLastError() set.
  bool close() noexcept {
    const HANDLE handle = std::exchange(handle_, INVALID_HANDLE_VALUE);
    return handle == INVALID_HANDLE_VALUE || ::CloseHandle(handle) != 0;
  }

 private:
  /// No block is larger than a DWORD holds: 64 MiB is the most that a knob allows.
  ReadResult read_with(std::span<std::byte> into, OVERLAPPED* at) const noexcept {
    DWORD got = 0;
    if (::ReadFile(handle_, into.data(), static_cast<DWORD>(into.size()), &got, at) != 0)
      return {got, ERROR_SUCCESS};
    const DWORD error = ::GetLastError();
    if (error == ERROR_HANDLE_EOF) return {};
    return {0, error};
  }

  HANDLE handle_ = INVALID_HANDLE_VALUE;
};

}  // namespace readmark
