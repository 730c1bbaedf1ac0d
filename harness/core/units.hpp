// Sizes, durations and rates, read from people and written for them. Never depends on the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace readmark {

inline constexpr std::uint64_t KiB = 1024;
inline constexpr std::uint64_t MiB = 1024 * KiB;
inline constexpr std::uint64_t GiB = 1024 * MiB;

/// "4096", "64k" = "64K" = "64KiB", "1m" = "1MiB", "1g" = "1GiB" (binary, as fio and dd read them);
/// "150MB", "630kB" = "630KB" decimal. Empty if it is not a size or does not fit.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// Exact and short: "256KiB", "150MB", "641238B". parse_size(format_size(n)) == n.
std::string format_size(std::uint64_t bytes);

/// Rounded for people: "12.8 MB".
std::string human_bytes(std::uint64_t bytes);

/// "90s", "1.5s", "2m", "1h", "250ms", "10us"; a bare number is seconds. In ns. Empty if malformed,
/// negative, or too large for 64 bits.
std::optional<std::int64_t> parse_duration(std::string_view text);

/// Three significant digits with a unit: "1.25 ms".
std::string human_duration(std::int64_t ns);

/// "2026-11-30 17:05:09" in UTC, from ns since 1970.
std::string utc_text(std::int64_t unix_ns);

/// Bytes per ns is GB/s (10^9 bytes). 0 when no time passed.
double gb_per_s(std::uint64_t bytes, double ns);

}  // namespace readmark
