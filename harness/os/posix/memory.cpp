// Destinations by anonymous mmap, touched.
#include "os/memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/units.hpp"

namespace readmark::os {
namespace {

std::size_t round_up(std::size_t bytes, std::size_t step) noexcept {
  return (bytes + step - 1) / step * step;
}

std::size_t mapped_bytes(std::size_t bytes) noexcept { return round_up(bytes, page_size()); }

[[noreturn]] void no_memory(std::size_t bytes, std::error_code error) {
  throw_failure("allocate", human_bytes(bytes) + " of memory", error,
                "use a smaller buffer, or raise the memory limit");
}

/// Maps exactly `length` bytes at a multiple of `alignment`, by mapping more and giving the rest
/// back.
std::byte* map_aligned(std::size_t length, std::size_t alignment) {
  const std::size_t more = alignment > page_size() ? alignment : 0;
  void* mapped =
      ::mmap(nullptr, length + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) no_memory(length, last_errno());
  auto* begin = static_cast<std::byte*>(mapped);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t head = more == 0 ? 0 : round_up(address, alignment) - address;
  if (head > 0) ::munmap(begin, head);
  if (more > head) ::munmap(begin + head + length, more - head);
  return begin + head;
}

}  // namespace

std::size_t page_size() noexcept {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

Buffer::Buffer(std::size_t bytes, std::size_t alignment) {
  if (bytes == 0) return;
  alignment = std::max(alignment, page_size());
  if (bytes > std::numeric_limits<std::size_t>::max() / 2 - alignment) {
    no_memory(bytes, std::make_error_code(std::errc::not_enough_memory));
  }
  data_ = map_aligned(mapped_bytes(bytes), alignment);
  size_ = bytes;
  // Written, not read: a page that was only read is the one shared page of zeros. 4096 is the least
  // page.
  for (std::size_t at = 0; at < bytes; at += 4096)
    *const_cast<volatile std::byte*>(data_ + at) = std::byte{0};
}

Buffer::~Buffer() {
  if (data_ != nullptr) ::munmap(data_, mapped_bytes(size_));
}

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace readmark::os
