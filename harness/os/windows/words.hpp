// Numbers that Windows answers with, in words. No system's headers are needed for it, so that every
// system tests it.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace readmark::os::windows {

/// The shell's property System.Volume.BitLockerProtection, which needs no administrator to be read;
/// "" for numbers that nobody explained.
constexpr std::string_view bitlocker_words(std::int32_t protection) noexcept {
  constexpr std::string_view kWords[] = {
      "cannot be encrypted", "on",        "off",          "being encrypted",
      "being decrypted",     "suspended", "on and locked"};
  if (protection < 0 || protection >= static_cast<std::int32_t>(std::size(kWords))) return {};
  return kWords[protection];
}

/// FSCTL_MANAGE_BYPASS_IO asked whether a file is eligible: an NTSTATUS, and which driver says no
/// for what reason.
std::string bypass_io_words(std::int32_t status, std::string_view driver, std::string_view reason);

/// The state of a service, SERVICE_STATUS::dwCurrentState.
constexpr std::string_view service_words(std::uint32_t state) noexcept {
  constexpr std::string_view kWords[] = {"",        "stopped",    "starting", "stopping",
                                         "running", "continuing", "pausing",  "paused"};
  return state < std::size(kWords) ? kWords[state] : std::string_view{};
}

/// Does the folder hold the path? Both absolute, with backslashes; upper and lower case of ASCII
/// are the same, as on NTFS.
bool is_within(std::wstring_view folder, std::wstring_view path);

}  // namespace readmark::os::windows
