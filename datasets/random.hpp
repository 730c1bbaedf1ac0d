// Counter-based random numbers: integer arithmetic only, the same on every system and compiler.
#pragma once

#include <cstdint>

namespace readmark::datasets {

/// A bijection of 64-bit numbers that looks random (the finaliser of splitmix64).
inline std::uint64_t mix(std::uint64_t value) noexcept {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/// splitmix64. One stream per block, so that any thread can make any block without those before it.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t block) noexcept : state_(mix(mix(seed + 1) + block)) {}

  std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15u;
    return mix(state_);
  }

  /// 0 .. bound-1, of 32 random bits. `bound` is at most 2^32.
  static std::uint64_t below(std::uint64_t bound, std::uint64_t bits) noexcept {
    return (bits & 0xFFFFFFFFu) * bound >> 32;
  }

 private:
  std::uint64_t state_;
};

}  // namespace readmark::datasets
