// A whole file mapped for reading, unmapped once.
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
  /// mapped.
  Mapping(int fd, std::uint64_t bytes) noexcept
      : address_(::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0)), bytes_(bytes) {}
  ~Mapping() { unmap(); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  bool is_mapped() const noexcept { return address_ != MAP_FAILED; }
  void* address() const noexcept { return address_; }
  std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(address_), static_cast<std::size_t>(bytes_)};
  }

  /// False with errno set.
  bool unmap() noexcept {
    void* const address = std::exchange(address_, MAP_FAILED);
    return address == MAP_FAILED || ::munmap(address, bytes_) == 0;
  }

 private:
  void* address_;
  std::uint64_t bytes_;
};

}  // namespace readmark
