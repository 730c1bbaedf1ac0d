// Memory for destinations, and how much there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace readmark::os {

std::size_t page_size() noexcept;

/// Bytes this process may use before it is killed or swapped: the machine's memory, or the least
/// limit of its control groups or job object.
std::uint64_t memory_limit_bytes();

unsigned cpu_count();  // that this process may run on

/// Page-aligned memory (at least 4096), every page touched, so that no first touch is left for the
/// timer.
class Buffer {
 public:
  Buffer() = default;
  /// Throws RuntimeError when there is no memory. `alignment` is a power of two.
  explicit Buffer(std::size_t bytes, std::size_t alignment = 4096);
  ~Buffer();
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;

  std::byte* data() const noexcept { return data_; }
  std::size_t size() const noexcept { return size_; }
  std::span<std::byte> bytes() const noexcept { return {data_, size_}; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace readmark::os
