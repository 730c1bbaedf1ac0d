// Kernels for 64-bit ARM, where NEON is always there: 16 bytes at a time.
#include "benchmarks/consumers/kernels.hpp"

#if defined(__aarch64__)

#include <arm_neon.h>

namespace readmark {
namespace {

constexpr std::size_t kStep = 16;
constexpr std::size_t kStride = 4 * kStep;

uint8x16_t load(const std::byte* bytes) noexcept {
  return vld1q_u8(reinterpret_cast<const std::uint8_t*>(bytes));
}

std::uint64_t sum(const std::byte* bytes, std::size_t size) noexcept {
  // A lane of 16 bits takes 2 bytes per load, two loads per stride: full after 64 strides.
  constexpr std::size_t kStridesPerRun = 64;
  std::uint64_t total = 0;
  std::size_t at = 0;
  while (size - at >= kStride) {
    std::size_t strides = (size - at) / kStride;
    if (strides > kStridesPerRun) strides = kStridesPerRun;
    uint16x8_t a = vdupq_n_u16(0), b = vdupq_n_u16(0);
    for (std::size_t i = 0; i < strides; ++i, at += kStride) {
      a = vpadalq_u8(a, load(bytes + at));
      b = vpadalq_u8(b, load(bytes + at + kStep));
      a = vpadalq_u8(a, load(bytes + at + 2 * kStep));
      b = vpadalq_u8(b, load(bytes + at + 3 * kStep));
    }
    total += vaddlvq_u16(a);
    total += vaddlvq_u16(b);
  }
  return total + portable_kernels().sum(bytes + at, size - at);
}

std::uint64_t newlines(const std::byte* bytes, std::size_t size) noexcept {
  // Each byte lane counts its newlines, at most one per load: added up before 255 are exceeded.
  constexpr std::size_t kStridesPerRun = 127;
  const uint8x16_t newline = vdupq_n_u8('\n');
  std::uint64_t total = 0;
  std::size_t at = 0;
  while (size - at >= kStride) {
    std::size_t strides = (size - at) / kStride;
    if (strides > kStridesPerRun) strides = kStridesPerRun;
    uint8x16_t a = vdupq_n_u8(0), b = vdupq_n_u8(0);
    for (std::size_t i = 0; i < strides; ++i, at += kStride) {
      // A match is 255 in its lane, that is -1, so subtracting counts it.
      a = vsubq_u8(a, vceqq_u8(load(bytes + at), newline));
      b = vsubq_u8(b, vceqq_u8(load(bytes + at + kStep), newline));
      a = vsubq_u8(a, vceqq_u8(load(bytes + at + 2 * kStep), newline));
      b = vsubq_u8(b, vceqq_u8(load(bytes + at + 3 * kStep), newline));
    }
    total += vaddlvq_u8(a);
    total += vaddlvq_u8(b);
  }
  return total + portable_kernels().newlines(bytes + at, size - at);
}

constexpr Kernels kNeon{"neon", sum, newlines};

}  // namespace

const Kernels* neon_kernels() noexcept { return &kNeon; }

}  // namespace readmark

#else

namespace readmark {
const Kernels* neon_kernels() noexcept { return nullptr; }
}  // namespace readmark

#endif
