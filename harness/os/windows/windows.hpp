// Shared inside os/windows; nobody else includes it, but for strategies that exist on Windows only.
#pragma once

#include <windows.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace readmark::os::windows {

/// The calling thread's GetLastError() as an error code with the system's words.
std::error_code last_error() noexcept;
std::error_code to_error(DWORD code) noexcept;

/// An owned kernel handle. Both values that Windows calls "no handle" are empty.
class Handle {
 public:
  Handle() noexcept = default;
  explicit Handle(HANDLE handle) noexcept : handle_(handle) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) reset(std::exchange(other.handle_, nullptr));
    return *this;
  }

  HANDLE get() const noexcept { return handle_; }
  explicit operator bool() const noexcept {
    return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE;
  }
  HANDLE release() noexcept { return std::exchange(handle_, nullptr); }
  void reset(HANDLE handle = nullptr) noexcept {
    if (*this) CloseHandle(handle_);
    handle_ = handle;
  }

 private:
  HANDLE handle_ = nullptr;
};

/// Malformed input becomes U+FFFD rather than an error: the text is for people or for the system to
/// refuse.
std::wstring to_utf16(std::string_view utf8);
std::string to_utf8(std::wstring_view utf16);

/// For the W functions. Absolute and with the \\?\ prefix where they would take the path for another
/// one otherwise: too long, a device's name in a folder (con, nul.txt), an end in "." or " ".
std::wstring system_path(const std::filesystem::path& path);

/// Never keeps others from reading, writing or deleting the file.
Handle open_file(const std::filesystem::path& path, DWORD access, DWORD creation,
                 DWORD flags) noexcept;

/// The path itself, or the nearest parent of it that exists.
std::filesystem::path nearest_existing(const std::filesystem::path& path);

/// The root of the volume that holds it ("C:\"), with a trailing backslash; "" if it cannot be
/// found out.
std::wstring volume_root(const std::filesystem::path& path);

inline std::uint64_t join_halves(DWORD high, DWORD low) noexcept {
  return (static_cast<std::uint64_t>(high) << 32) | low;
}
inline std::uint64_t ticks(const FILETIME& time) noexcept {  // of 100 ns
  return join_halves(time.dwHighDateTime, time.dwLowDateTime);
}
inline constexpr std::int64_t kTickNs = 100;
inline constexpr std::int64_t kUnixEpochTicks = 116'444'736'000'000'000;  // from 1601 to 1970
inline std::int64_t unix_ns(std::int64_t ticks_since_1601) noexcept {
  return (ticks_since_1601 - kUnixEpochTicks) * kTickNs;
}

/// A function that newer systems have, or null. `Function` is a pointer to function type.
template <typename Function>
Function find_function(const wchar_t* library, const char* name) noexcept {
  const HMODULE module = GetModuleHandleW(library);
  if (module == nullptr) return nullptr;
  return reinterpret_cast<Function>(reinterpret_cast<void (*)()>(GetProcAddress(module, name)));
}

bool under_wine() noexcept;

/// In a virtual machine, as the processor tells; the root partition of Hyper-V is not counted as
/// one.
bool in_virtual_machine() noexcept;

/// Turns on a privilege that the account has. An error also where it has not, which the system
/// calls success.
std::error_code enable_privilege(const wchar_t* name) noexcept;

}  // namespace readmark::os::windows
