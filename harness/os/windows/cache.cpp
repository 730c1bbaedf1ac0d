// The system file cache: an unbuffered opening empties it of one file; nobody may ask what is in
// it.
#include "os/cache.hpp"

#include "os/clock.hpp"
#include "os/memory.hpp"
#include "os/windows/storage.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

using windows::Handle;
using windows::last_error;

constexpr DWORD kReadBlock = 1 << 20;

// Of NtSetSystemInformation, which has no header: SystemMemoryListInformation and its commands.
constexpr int kMemoryList = 80;
constexpr int kFlushModifiedList = 3, kPurgeStandbyList = 4;
using SetSystemInformation = LONG(NTAPI*)(int, void*, ULONG);
constexpr DWORD kNotSupported = ERROR_NOT_SUPPORTED;

void set_error(CacheChange& change, const char* call, std::error_code error) {
  change.call = error ? call : "";
  change.error = error;
}

/// A file that may only be read cannot be flushed by us; whoever writes it does that.
void flush(const std::filesystem::path& path, CacheChange& change) {
  const Handle file = windows::open_file(path, GENERIC_WRITE, OPEN_EXISTING, 0);
  if (!file || FlushFileBuffers(file.get())) return;
  set_error(change, "FlushFileBuffers", last_error());
}

/// Opening without buffering makes the cache manager drop what it holds of the file, provided that
/// nobody else has it open or mapped.
void open_unbuffered(const std::filesystem::path& path, CacheChange& change) {
  const Handle file = windows::open_file(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_NO_BUFFERING);
  if (!file) set_error(change, "CreateFileW with FILE_FLAG_NO_BUFFERING", last_error());
}

std::error_code purge_standby_list() {
  if (const std::error_code error = windows::enable_privilege(SE_PROF_SINGLE_PROCESS_NAME))
    return error;
  const auto set =
      windows::find_function<SetSystemInformation>(L"ntdll.dll", "NtSetSystemInformation");
  const auto to_code =
      windows::find_function<ULONG(NTAPI*)(LONG)>(L"ntdll.dll", "RtlNtStatusToDosError");
  if (set == nullptr || to_code == nullptr) return windows::to_error(kNotSupported);
  for (int command : {kFlushModifiedList, kPurgeStandbyList}) {
    const LONG status = set(kMemoryList, &command, sizeof command);
    if (status < 0) return windows::to_error(to_code(status));
  }
  return {};
}

void read_once(const std::filesystem::path& path, CacheChange& change) {
  static thread_local Buffer room(kReadBlock);
  const Handle file =
      windows::open_file(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN);
  if (!file) return set_error(change, "CreateFileW", last_error());
  DWORD count = 0;
  do {
    if (!ReadFile(file.get(), room.data(), kReadBlock, &count, nullptr))
      return set_error(change, "ReadFile", last_error());
  } while (count > 0);
}

}  // namespace

std::optional<double> residency(const std::filesystem::path&) { return std::nullopt; }

CacheChange evict(const std::filesystem::path& path, bool global) {
  CacheChange change;
  change.method = global ? "standby_purge" : "unbuffered_open";
  const std::int64_t start = monotonic_ns();
  flush(path, change);
  if (!change.error) open_unbuffered(path, change);
  if (!change.error && global)
    set_error(change, "NtSetSystemInformation(SystemMemoryListInformation)", purge_standby_list());
  change.took_ns = monotonic_ns() - start;
  return change;
}

CacheChange warm(const std::filesystem::path& path) {
  CacheChange change;
  change.method = "read";
  const std::int64_t start = monotonic_ns();
  // Twice: whether the first time was enough may not be asked.
  for (int i = 0; i < 2 && !change.error; ++i) read_once(path, change);
  change.took_ns = monotonic_ns() - start;
  return change;
}

std::string upper_layer(const std::filesystem::path& path) {
  std::string layers;
  const auto add = [&](std::string_view layer) {
    if (layer.empty()) return;
    if (!layers.empty()) layers += ", ";
    layers += layer;
  };
  add(windows::volume_layer(path));
  if (windows::under_wine()) add("Wine");
  if (windows::in_virtual_machine()) add("virtual machine");
  return layers;
}

bool lives_in_memory(const std::filesystem::path& path) {
  return GetDriveTypeW(windows::volume_root(path).c_str()) == DRIVE_RAMDISK;
}

}  // namespace readmark::os
