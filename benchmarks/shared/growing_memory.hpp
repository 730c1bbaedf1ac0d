// Memory that grows while a file is read into it, released with its owner.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace readmark {

class GrowingMemory {
 public:
  GrowingMemory() = default;
  ~GrowingMemory() { std::free(memory_); }
  GrowingMemory(const GrowingMemory&) = delete;
  GrowingMemory& operator=(const GrowingMemory&) = delete;

  std::span<std::byte> bytes() const noexcept { return {memory_, size_}; }

  /// By realloc(), which may move large blocks without copying them. False: no memory.
  bool reallocate(std::size_t size) noexcept {
    void* const memory = std::realloc(memory_, size);
    if (memory == nullptr) return false;
    memory_ = static_cast<std::byte*>(memory);
    size_ = size;
    return true;
  }

  /// A new block, a copy of the old content, and the old block freed. False: no memory.
  bool copy_to_new(std::size_t size) noexcept {
    auto* const memory = static_cast<std::byte*>(std::malloc(size));
    if (memory == nullptr) return false;
    std::copy_n(memory_, std::min(size_, size), memory);
    std::free(std::exchange(memory_, memory));
    size_ = size;
    return true;
  }

 private:
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace readmark
