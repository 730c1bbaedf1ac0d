// Destinations by VirtualAlloc, touched; and what this process may use.
#include "os/memory.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/units.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

const SYSTEM_INFO& system_info() noexcept {
  static const SYSTEM_INFO info = [] {
    SYSTEM_INFO value{};
    GetSystemInfo(&value);
    return value;
  }();
  return info;
}

[[noreturn]] void no_memory(std::size_t bytes, std::error_code error) {
  throw_failure("allocate", human_bytes(bytes) + " of memory", error,
                "use a smaller buffer, or raise the memory limit or the page file's size");
}

std::size_t round_up(std::size_t value, std::size_t step) noexcept {
  return (value + step - 1) / step * step;
}

/// Addresses are reserved in steps of 64 KiB; what wants more gets it by reserving more and
/// committing a part.
std::byte* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  const std::size_t more =
      alignment > system_info().dwAllocationGranularity ? alignment : std::size_t{0};
  void* reserved = VirtualAlloc(nullptr, bytes + more, MEM_RESERVE, PAGE_READWRITE);
  if (reserved == nullptr) return nullptr;
  const auto start = reinterpret_cast<std::uintptr_t>(reserved);
  const std::size_t head = more == 0 ? 0 : round_up(start, alignment) - start;
  auto* begin = static_cast<std::byte*>(reserved) + head;
  if (VirtualAlloc(begin, bytes, MEM_COMMIT, PAGE_READWRITE) != nullptr) return begin;
  const DWORD error = GetLastError();
  VirtualFree(reserved, 0, MEM_RELEASE);
  SetLastError(error);
  return nullptr;
}

}  // namespace

std::size_t page_size() noexcept { return system_info().dwPageSize; }

std::uint64_t memory_limit_bytes() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  if (GlobalMemoryStatusEx(&status)) limit = status.ullTotalPhys;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION job{};
  if (QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &job, sizeof job,
                                nullptr)) {
    const DWORD flags = job.BasicLimitInformation.LimitFlags;
    if ((flags & JOB_OBJECT_LIMIT_JOB_MEMORY) != 0)
      limit = std::min<std::uint64_t>(limit, job.JobMemoryLimit);
    if ((flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) != 0)
      limit = std::min<std::uint64_t>(limit, job.ProcessMemoryLimit);
  }
  return limit;
}

unsigned cpu_count() {
  // The mask is of one group of up to 64 processors; a process that nobody bound may use all
  // groups.
  DWORD_PTR mine = 0, all = 0;
  const bool known = GetProcessAffinityMask(GetCurrentProcess(), &mine, &all) != 0;
  const DWORD everywhere = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
  if (!known || mine == 0 || mine == all) return std::max<DWORD>(everywhere, 1);
  return static_cast<unsigned>(std::popcount(static_cast<std::uint64_t>(mine)));
}

Buffer::Buffer(std::size_t bytes, std::size_t alignment) {
  if (bytes == 0) return;
  if (bytes > std::numeric_limits<std::size_t>::max() / 2 - alignment)
    no_memory(bytes, std::make_error_code(std::errc::not_enough_memory));
  data_ = allocate(bytes, std::max(alignment, page_size()));
  if (data_ == nullptr) no_memory(bytes, windows::last_error());
  size_ = bytes;
  for (std::size_t at = 0; at < bytes; at += 4096)
    *const_cast<volatile std::byte*>(data_ + at) = std::byte{0};
}

Buffer::~Buffer() {
  MEMORY_BASIC_INFORMATION region{};
  if (data_ != nullptr && VirtualQuery(data_, &region, sizeof region) != 0)
    VirtualFree(region.AllocationBase, 0, MEM_RELEASE);
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace readmark::os
