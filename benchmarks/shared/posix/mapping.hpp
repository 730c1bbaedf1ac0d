// A file, or a window of it, mapped for reading, unmapped once.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace readmark {

class Mapping {
 public:
  /// Check is_mapped(); false with errno set. `bytes` must not be 0: an empty file cannot be
  /// mapped. `offset` is a multiple of the page size; `flags` beside MAP_SHARED.
  Mapping(int fd, std::uint64_t bytes, std::uint64_t offset = 0, int flags = 0) noexcept
      : address_(::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ, MAP_SHARED | flags, fd,
                        static_cast<off_t>(offset))),
        bytes_(static_cast<std::size_t>(bytes)) {}
  ~Mapping() { unmap(); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  bool is_mapped() const noexcept { return address_ != MAP_FAILED; }
  void* address() const noexcept { return address_; }
  std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(address_), bytes_};
  }

  /// False with errno set.
  bool unmap() noexcept {
    void* const address = std::exchange(address_, MAP_FAILED);
    return address == MAP_FAILED || ::munmap(address, bytes_) == 0;
  }

 private:
  void* address_;
  std::size_t bytes_;
};

}  // namespace readmark
