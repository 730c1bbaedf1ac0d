// Kernels for x86-64 with AVX2: 32 bytes at a time, asked of the processor at run time.
#include "benchmarks/consumers/kernels.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <cpuid.h>
#include <immintrin.h>

namespace readmark {
namespace {

constexpr std::size_t kStep = 32;
constexpr std::size_t kStride = 4 * kStep;
// Mapped pages come from memory, and the processor's own prefetcher stops at the end of each page.
constexpr std::size_t kAhead = 1024;

// Asked of the processor itself: __builtin_cpu_supports() needs a runtime library that not every
// toolchain brings. Bits as in Intel's manual, volume 1, 14.3: the processor has AVX2, and the
// system saves the registers that it uses.
bool has_avx2() noexcept {
  constexpr unsigned kOsSavesRegisters = 1u << 27;  // leaf 1, ECX
  constexpr unsigned kAvx2Bit = 1u << 5;            // leaf 7, EBX
  constexpr unsigned kXmmAndYmm = 0b110;            // XCR0
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kOsSavesRegisters) == 0) return false;
  unsigned saved = 0, high = 0;
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  if ((saved & kXmmAndYmm) != kXmmAndYmm) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kAvx2Bit) != 0;
}

#define READMARK_AVX2 __attribute__((target("avx2")))

READMARK_AVX2 __m256i load(const std::byte* bytes) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}

READMARK_AVX2 std::uint64_t sum_of_lanes(__m256i lanes) noexcept {
  alignas(32) std::uint64_t parts[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), lanes);
  return parts[0] + parts[1] + parts[2] + parts[3];
}

READMARK_AVX2 void prefetch(const std::byte* bytes) noexcept {
  _mm_prefetch(reinterpret_cast<const char*>(bytes), _MM_HINT_T0);
}

READMARK_AVX2 std::uint64_t sum(const std::byte* bytes, std::size_t size) noexcept {
  const __m256i zero = _mm256_setzero_si256();
  __m256i a = zero, b = zero;
  std::size_t at = 0;
  for (; size - at >= kStride; at += kStride) {
    prefetch(bytes + at + kAhead);
    prefetch(bytes + at + kAhead + kStride / 2);
    a = _mm256_add_epi64(a, _mm256_sad_epu8(load(bytes + at), zero));
    b = _mm256_add_epi64(b, _mm256_sad_epu8(load(bytes + at + kStep), zero));
    a = _mm256_add_epi64(a, _mm256_sad_epu8(load(bytes + at + 2 * kStep), zero));
    b = _mm256_add_epi64(b, _mm256_sad_epu8(load(bytes + at + 3 * kStep), zero));
  }
  return sum_of_lanes(_mm256_add_epi64(a, b)) + portable_kernels().sum(bytes + at, size - at);
}

READMARK_AVX2 std::uint64_t newlines(const std::byte* bytes, std::size_t size) noexcept {
  // Each byte lane counts its newlines, at most one per load: added up before 255 are exceeded.
  constexpr std::size_t kStridesPerRun = 63;
  const __m256i newline = _mm256_set1_epi8('\n');
  const __m256i zero = _mm256_setzero_si256();
  __m256i total = zero;
  std::size_t at = 0;
  while (size - at >= kStride) {
    std::size_t strides = (size - at) / kStride;
    if (strides > kStridesPerRun) strides = kStridesPerRun;
    __m256i a = zero, b = zero;
    for (std::size_t i = 0; i < strides; ++i, at += kStride) {
      prefetch(bytes + at + kAhead);
      prefetch(bytes + at + kAhead + kStride / 2);
      // A match is -1 in its lane, so subtracting counts it.
      a = _mm256_sub_epi8(a, _mm256_cmpeq_epi8(load(bytes + at), newline));
      b = _mm256_sub_epi8(b, _mm256_cmpeq_epi8(load(bytes + at + kStep), newline));
      a = _mm256_sub_epi8(a, _mm256_cmpeq_epi8(load(bytes + at + 2 * kStep), newline));
      b = _mm256_sub_epi8(b, _mm256_cmpeq_epi8(load(bytes + at + 3 * kStep), newline));
    }
    total = _mm256_add_epi64(total, _mm256_sad_epu8(a, zero));
    total = _mm256_add_epi64(total, _mm256_sad_epu8(b, zero));
  }
  return sum_of_lanes(total) + portable_kernels().newlines(bytes + at, size - at);
}

constexpr Kernels kAvx2{"avx2", sum, newlines};

}  // namespace

const Kernels* avx2_kernels() noexcept { return has_avx2() ? &kAvx2 : nullptr; }

}  // namespace readmark

#else

namespace readmark {
const Kernels* avx2_kernels() noexcept { return nullptr; }
}  // namespace readmark

#endif
