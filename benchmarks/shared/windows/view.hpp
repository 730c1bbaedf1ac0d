// A section of a file, and a part of it mapped for reading; each given back once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "benchmarks/shared/windows/file_handle.hpp"

namespace readmark {

class Section {
 public:
  /// Check is_made(); false with GetLastError() set. The file must not be empty: that cannot be
  /// mapped.
  explicit Section(const FileHandle& file) noexcept
      : handle_(::CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr)) {}

  bool is_made() const noexcept { return static_cast<bool>(handle_); }
  HANDLE get() const noexcept { return handle_.get(); }

 private:
  os::windows::Handle handle_;
};

class View {
 public:
  /// Check is_mapped(); false with GetLastError() set. `offset` is a multiple of the allocation
  /// granularity, which is 64 KiB.
  View(const Section& section, std::uint64_t bytes, std::uint64_t offset = 0) noexcept
      : address_(::MapViewOfFile(section.get(), FILE_MAP_READ, static_cast<DWORD>(offset >> 32),
                                 static_cast<DWORD>(offset), static_cast<SIZE_T>(bytes))),
        bytes_(static_cast<std::size_t>(bytes)) {}
  ~View() { unmap(); }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  bool is_mapped() const noexcept { return address_ != nullptr; }
  std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(address_), bytes_};
  }

  /// Asks for all its pages at once, and does not wait for them. False with GetLastError() set.
  bool prefetch() const noexcept {
    WIN32_MEMORY_RANGE_ENTRY range{address_, bytes_};
    return ::PrefetchVirtualMemory(::GetCurrentProcess(), 1, &range, 0) != 0;
  }

  /// False with GetLastError() set.
  bool unmap() noexcept {
    void* const address = std::exchange(address_, nullptr);
    return address == nullptr || ::UnmapViewOfFile(address) != 0;
  }

 private:
  void* address_;
  std::size_t bytes_;
};

}  // namespace readmark
