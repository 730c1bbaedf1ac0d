// The inner loops of the consumers: the same answer from each, by the instructions this processor
// has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace readmark {

struct Kernels {
  std::string_view name;  // "avx2", "neon", "portable"
  std::uint64_t (*sum)(const std::byte* bytes, std::size_t size) noexcept;  // of the bytes
  std::uint64_t (*newlines)(const std::byte* bytes,
                            std::size_t size) noexcept;  // bytes that are '\n'
};

/// Those that can run here, the fastest first. The portable one is always there, and last.
std::span<const Kernels> available_kernels();

/// What each file of kernels offers: null where the processor lacks the instructions or the
/// compiler does not know them.
const Kernels* avx2_kernels() noexcept;
const Kernels* neon_kernels() noexcept;
const Kernels& portable_kernels() noexcept;

}  // namespace readmark
