// preadv2 itself, with flags that older headers do not name: the C library's function falls back
// to preadv() in silence where the kernel has no such call.
#pragma once

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>

#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {

inline constexpr int kNoWait = 0x08;     // RWF_NOWAIT: EAGAIN rather than wait for the device
inline constexpr int kDontCache = 0x80;  // RWF_DONTCACHE, Linux 6.14: leaves no pages behind

inline ssize_t pread_with(const Fd& file, std::span<std::byte> into, std::uint64_t offset,
                          int flags) noexcept {
  const iovec vector{into.data(), into.size()};
  // The kernel takes the offset in two halves; where a long holds it all, it ignores the second.
  const auto low = static_cast<unsigned long>(offset);
  const auto high = static_cast<unsigned long>(offset >> 32);
  ssize_t got = -1;
  do {
    got = ::syscall(SYS_preadv2, file.get(), &vector, 1L, low, high, flags);
  } while (got < 0 && errno == EINTR);
  return got;
}

/// One byte of the file read with these flags; an error but EAGAIN means that they cannot be used.
inline std::error_code try_flags(const std::filesystem::path& path, int flags) noexcept {
  const Fd file = Fd::open(path.c_str());
  std::byte byte{};
  if (!file.is_open()) return {};  // what is wrong with the file is told by the pass
  if (pread_with(file, {&byte, 1}, 0, flags) >= 0 || errno == EAGAIN) return {};
  return std::error_code(errno, std::generic_category());
}

/// What to do about an error of try_flags(): some are of what was opened and not of the call.
inline std::string_view way_out(std::error_code error, std::string_view otherwise) noexcept {
  const bool of_the_file = error == std::errc::is_a_directory || error == std::errc::invalid_seek;
  return of_the_file ? "give it a regular file" : otherwise;
}

}  // namespace readmark
