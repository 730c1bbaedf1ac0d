// sysctlbyname for texts and for numbers of either width.
#include "os/macos/sysctl.hpp"

#include <sys/sysctl.h>
#include <sys/types.h>

#include <array>
#include <cstring>

namespace readmark::os::macos {

std::optional<std::string> sysctl_text(const char* name) {
  std::size_t bytes = 0;
  if (::sysctlbyname(name, nullptr, &bytes, nullptr, 0) != 0) return std::nullopt;
  std::string text(bytes, '\0');
  if (::sysctlbyname(name, text.data(), &bytes, nullptr, 0) != 0) return std::nullopt;
  text.resize(bytes);
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

std::optional<std::int64_t> sysctl_number(const char* name) {
  std::array<unsigned char, 8> room{};
  std::size_t bytes = room.size();
  if (::sysctlbyname(name, room.data(), &bytes, nullptr, 0) != 0) return std::nullopt;
  if (bytes == sizeof(std::int32_t)) {
    std::int32_t narrow = 0;
    std::memcpy(&narrow, room.data(), sizeof narrow);
    return narrow;
  }
  std::int64_t wide = 0;
  std::memcpy(&wide, room.data(), sizeof wide);
  return wide;
}

}  // namespace readmark::os::macos
