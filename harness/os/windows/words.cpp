// Sentences from numbers and names.
#include "os/windows/words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace readmark::os::windows {
namespace {

wchar_t lower(wchar_t unit) {
  return unit >= L'A' && unit <= L'Z' ? static_cast<wchar_t>(unit - L'A' + L'a') : unit;
}

}  // namespace

std::string bypass_io_words(std::int32_t status, std::string_view driver, std::string_view reason) {
  if (status >= 0) return "yes";
  const auto code = static_cast<std::uint32_t>(status);
  if (driver.empty()) return fmt::format("no: status {:#010x}", code);
  return fmt::format("no: {}: {} ({:#010x})", driver, reason.empty() ? "no reason given" : reason,
                     code);
}

bool is_within(std::wstring_view folder, std::wstring_view path) {
  while (!folder.empty() && folder.back() == L'\\') folder.remove_suffix(1);
  if (folder.empty() || path.size() < folder.size()) return false;
  const bool same = std::equal(folder.begin(), folder.end(), path.begin(),
                               [](wchar_t a, wchar_t b) { return lower(a) == lower(b); });
  return same && (path.size() == folder.size() || path[folder.size()] == L'\\');
}

}  // namespace readmark::os::windows
