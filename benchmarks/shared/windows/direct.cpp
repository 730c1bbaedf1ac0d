// FILE_FLAG_NO_BUFFERING: accepted by nearly every filesystem, which proves nothing; that a read at
// an odd place is refused tells that the flag means something.
#include "benchmarks/shared/direct.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "benchmarks/shared/windows/file_handle.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

// The sector sizes in use divide it; a volume that has larger ones says so.
constexpr std::size_t kAlignment = 4096;

std::size_t sector_of(const FileHandle& file) noexcept {
  FILE_STORAGE_INFO info{};
  if (::GetFileInformationByHandleEx(file.get(), FileStorageInfo, &info, sizeof info) == 0)
    return 0;
  return info.LogicalBytesPerSector;
}

bool serves_odd_places(const FileHandle& file) {
  const os::Buffer room(2 * kAlignment);
  return file.read_at(room.bytes().subspan(1, 7), 1).error == ERROR_SUCCESS;
}

}  // namespace

DirectAccess direct_access(const std::filesystem::path& path) {
  DirectAccess access;
  std::error_code absent;
  if (!std::filesystem::exists(path, absent)) return access;
  const FileHandle file(os::windows::system_path(path), {.direct = true});
  if (!file.is_open()) {
    const std::error_code error = os::windows::last_error();
    access.support =
        Support::no(failure_sentence("open with FILE_FLAG_NO_BUFFERING", display_path(path), error,
                                     "leave direct:on out, or put the data on another volume"),
                    error.value());
    return access;
  }
  access.memory_alignment = access.offset_alignment = std::max(kAlignment, sector_of(file));
  access.how =
      fmt::format("FILE_FLAG_NO_BUFFERING, {}-byte aligned, {}", access.offset_alignment,
                  serves_odd_places(file) ? "not proved: a read at an odd place was served"
                                          : "by trial: a read at an odd place was refused");
  return access;
}

int direct_open_flag() noexcept { return static_cast<int>(kWindowsUnbuffered); }

}  // namespace readmark
