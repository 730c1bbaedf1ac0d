// What knobs mean for CreateFileW(), _wopen() and _wfopen(). As numbers and texts, so that tests on
// every system see them; file_handle.hpp and the strategies compare them with the system's own
// names.
#pragma once

#include <cstdint>
#include <string_view>

namespace readmark {

/// How the cache manager is told to read ahead, or not to keep pages.
inline constexpr std::uint32_t kWindowsNormal = 0x0000'0080;
inline constexpr std::uint32_t kWindowsSequential = 0x0800'0000;
inline constexpr std::uint32_t kWindowsRandom = 0x1000'0000;
inline constexpr std::uint32_t kWindowsUnbuffered = 0x2000'0000;
inline constexpr std::uint32_t kWindowsOverlapped = 0x4000'0000;

struct WindowsOpening {
  bool direct = false;
  bool overlapped = false;         // reads may be in flight when the call returns
  std::string_view hint = "none";  // none, sequential or random
};

/// dwFlagsAndAttributes of CreateFileW().
constexpr std::uint32_t windows_open_flags(const WindowsOpening& how) noexcept {
  std::uint32_t flags = kWindowsNormal;
  if (how.direct) flags |= kWindowsUnbuffered;
  if (how.overlapped) flags |= kWindowsOverlapped;
  if (how.hint == "sequential") flags |= kWindowsSequential;
  if (how.hint == "random") flags |= kWindowsRandom;
  return flags;
}

inline constexpr int kCrtSequential = 0x0020;
inline constexpr int kCrtNotInherited = 0x0080;
inline constexpr int kCrtText = 0x4000;
inline constexpr int kCrtBinary = 0x8000;

/// oflag of _wopen(), read-only. `mode` is binary or text, `hint` none or sequential.
constexpr int crt_open_flags(std::string_view mode, std::string_view hint) noexcept {
  return kCrtNotInherited | (mode == "text" ? kCrtText : kCrtBinary) |
         (hint == "sequential" ? kCrtSequential : 0);
}

/// mode of _wfopen(). `mode` is binary, text or utf8.
constexpr const wchar_t* crt_fopen_mode(std::string_view mode) noexcept {
  if (mode == "text") return L"r";
  return mode == "utf8" ? L"rt, ccs=UTF-8" : L"rb";
}

}  // namespace readmark
