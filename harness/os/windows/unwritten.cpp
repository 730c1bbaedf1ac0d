// Parts of a file that have no data on the volume: holes of sparse files, and what lies beyond the
// valid data length.
#include <windows.h>  // first: the headers below need it, and do not say so

#include <winioctl.h>

#include <algorithm>
#include <vector>

#include "os/file.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

constexpr std::size_t kRangesAtOnce = 1024;

// Of FSCTL_QUERY_FILE_REGIONS, which the MinGW headers lack ([MS-FSCC] 2.3.57 and 2.3.58).
constexpr DWORD kQueryFileRegions =
    CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 161, METHOD_BUFFERED, FILE_ANY_ACCESS);
constexpr DWORD kValidCachedData = 1;
struct RegionQuery {
  LONGLONG offset, length;
  DWORD usage, padding;
};
struct Region {
  LONGLONG offset, length;
  DWORD usage, reserved;
};
struct RegionAnswer {
  DWORD flags, total, count, reserved;
  Region regions[64];
};

/// Ranges that take room on the volume; all of a file that is not sparse.
std::optional<std::uint64_t> allocated(HANDLE file, std::uint64_t size) {
  std::vector<FILE_ALLOCATED_RANGE_BUFFER> ranges(kRangesAtOnce);
  std::uint64_t sum = 0;
  for (std::uint64_t at = 0; at < size;) {
    FILE_ALLOCATED_RANGE_BUFFER query{};
    query.FileOffset.QuadPart = static_cast<LONGLONG>(at);
    query.Length.QuadPart = static_cast<LONGLONG>(size - at);
    DWORD bytes = 0;
    const BOOL all =
        DeviceIoControl(file, FSCTL_QUERY_ALLOCATED_RANGES, &query, sizeof query, ranges.data(),
                        static_cast<DWORD>(ranges.size() * sizeof ranges[0]), &bytes, nullptr);
    if (!all && GetLastError() != ERROR_MORE_DATA) return std::nullopt;
    const std::size_t count = bytes / sizeof ranges[0];
    for (std::size_t i = 0; i < count; ++i) {
      const auto begin = static_cast<std::uint64_t>(ranges[i].FileOffset.QuadPart);
      const std::uint64_t end = begin + static_cast<std::uint64_t>(ranges[i].Length.QuadPart);
      sum += std::min(end, size) - std::min(begin, size);
      at = std::max(at, end);
    }
    if (all || count == 0) break;
  }
  return std::min(sum, size);
}

/// Up to the valid data length. Only NTFS and ReFS tell; a file has one region there, at its
/// beginning.
std::optional<std::uint64_t> valid(HANDLE file, std::uint64_t size) noexcept {
  RegionQuery query{0, static_cast<LONGLONG>(size), kValidCachedData, 0};
  RegionAnswer answer{};
  DWORD bytes = 0;
  if (!DeviceIoControl(file, kQueryFileRegions, &query, sizeof query, &answer, sizeof answer,
                       &bytes, nullptr))
    return std::nullopt;
  std::uint64_t sum = 0;
  for (DWORD i = 0; i < std::min<DWORD>(answer.count, std::size(answer.regions)); ++i) {
    if ((answer.regions[i].usage & kValidCachedData) != 0)
      sum += static_cast<std::uint64_t>(answer.regions[i].length);
  }
  return std::min(sum, size);
}

}  // namespace

std::optional<std::uint64_t> unwritten_bytes(const std::filesystem::path& path) {
  const windows::Handle file = windows::open_file(path, GENERIC_READ, OPEN_EXISTING, 0);
  LARGE_INTEGER length{};
  if (!file || !GetFileSizeEx(file.get(), &length)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(length.QuadPart);
  const auto on_volume = allocated(file.get(), size);
  const auto written = valid(file.get(), size);
  if (!on_volume && !written) return std::nullopt;
  return size - std::min(on_volume.value_or(size), written.value_or(size));
}

}  // namespace readmark::os
