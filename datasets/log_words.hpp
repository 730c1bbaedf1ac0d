// The words that log lines are made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "datasets/store_bytes.hpp"

namespace readmark::datasets {

inline constexpr std::size_t kKeySlot = 16;
inline constexpr std::size_t kValueSlot = 32;
inline constexpr std::size_t kMessageSlot = 64;

enum LogValues : std::uint8_t { kNumbers, kStatuses, kIds, kNames, kPaths, kAddresses, kLogValues };

struct LogKey {
  Fragment<kKeySlot> text;  // " status="
  LogValues values = kNumbers;
};

struct LogWords {
  std::array<Fragment<8>, 64> levels;       // "INFO  ", as often as each is met
  std::array<Fragment<32>, 32> components;  // "net.http "
  std::array<Fragment<kMessageSlot>, 64> messages;
  std::array<LogKey, 32> keys;
  std::array<std::array<Fragment<kValueSlot>, 256>, kLogValues> values;
};

/// With `utf8`, messages and names hold words of 2-, 3- and 4-byte sequences.
LogWords log_words(bool utf8);

}  // namespace readmark::datasets
