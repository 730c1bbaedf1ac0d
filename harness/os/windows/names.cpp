// Text and paths between UTF-8 and what the W functions take.
#include <algorithm>

#include "os/windows/windows.hpp"

namespace readmark::os::windows {
namespace {

// MAX_PATH less the room that CreateDirectoryW wants for an 8.3 name.
constexpr std::size_t kLongestPlainPath = 247;

/// Absolute, with backslashes and without dots. By the system, since MinGW's std::filesystem knows
/// no names of servers. The path itself if that fails.
std::wstring full_path(const std::wstring& path) {
  std::wstring full(32768, L'\0');  // the longest there is
  const DWORD units =
      GetFullPathNameW(path.c_str(), static_cast<DWORD>(full.size()), full.data(), nullptr);
  if (units == 0 || units >= full.size()) return path;
  full.resize(units);
  return full;
}

/// Names that Windows takes for a device or strips of their end, unless told to take them as they
/// are: con, nul.txt, "a.", "a ".
bool is_rewritten(std::wstring_view name) {
  if (name.ends_with(L'.') || name.ends_with(L' ')) return true;
  std::wstring stem(name.substr(0, name.find(L'.')));
  while (stem.ends_with(L' ')) stem.pop_back();
  for (wchar_t& unit : stem) unit = unit >= L'A' && unit <= L'Z' ? unit - L'A' + L'a' : unit;
  const bool numbered = stem.size() == 4 && stem[3] >= L'1' && stem[3] <= L'9' &&
                        (stem.starts_with(L"com") || stem.starts_with(L"lpt"));
  return numbered || stem == L"con" || stem == L"prn" || stem == L"aux" || stem == L"nul";
}

std::wstring with_prefix(const std::wstring& full) {
  return full.starts_with(L"\\\\") ? L"\\\\?\\UNC\\" + full.substr(2) : L"\\\\?\\" + full;
}

}  // namespace

std::wstring to_utf16(std::string_view utf8) {
  const int bytes = static_cast<int>(utf8.size());
  const int units = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, nullptr, 0);
  std::wstring out(static_cast<std::size_t>(units), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, out.data(), units);
  return out;
}

std::string to_utf8(std::wstring_view utf16) {
  const int units = static_cast<int>(utf16.size());
  const int bytes =
      WideCharToMultiByte(CP_UTF8, 0, utf16.data(), units, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(bytes), '\0');
  WideCharToMultiByte(CP_UTF8, 0, utf16.data(), units, out.data(), bytes, nullptr, nullptr);
  return out;
}

std::wstring system_path(const std::filesystem::path& path) {
  std::wstring native = path.native();
  if (native.starts_with(L"\\\\?\\") || native.starts_with(L"\\\\.\\")) return native;
  // Behind the prefix nothing is interpreted any more. A bare name stays: `nul` is the device
  // there.
  const std::filesystem::path name = path.filename();
  if (path.has_parent_path() && name != L"." && name != L".." && is_rewritten(name.native())) {
    std::wstring folder = full_path(path.parent_path().native());
    if (!folder.ends_with(L'\\')) folder += L'\\';
    return with_prefix(folder + name.native());
  }
  if (native.size() <= kLongestPlainPath && path.is_absolute()) return native;
  const std::wstring full = full_path(native);
  return full.size() <= kLongestPlainPath ? native : with_prefix(full);
}

Handle open_file(const std::filesystem::path& path, DWORD access, DWORD creation,
                 DWORD flags) noexcept {
  const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return Handle(CreateFileW(system_path(path).c_str(), access, share, nullptr, creation,
                            FILE_ATTRIBUTE_NORMAL | flags, nullptr));
}

std::filesystem::path nearest_existing(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::path here = std::filesystem::absolute(path, ignored);
  while (GetFileAttributesW(system_path(here).c_str()) == INVALID_FILE_ATTRIBUTES &&
         here.has_relative_path())
    here = here.parent_path();
  return here;
}

std::wstring volume_root(const std::filesystem::path& path) {
  const std::wstring here = system_path(nearest_existing(path));
  std::wstring root(std::max<std::size_t>(here.size() + 2, MAX_PATH), L'\0');
  if (GetVolumePathNameW(here.c_str(), root.data(), static_cast<DWORD>(root.size())) == 0)
    return {};
  root.resize(root.find(L'\0'));
  return root;
}

}  // namespace readmark::os::windows
