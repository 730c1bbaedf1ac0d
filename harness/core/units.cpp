// Sizes and durations.
#include "core/units.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace readmark {
namespace {

struct Unit {
  std::string_view suffix;
  std::uint64_t factor;
};

constexpr std::uint64_t kB = 1000;
constexpr std::uint64_t MB = 1000 * kB;
constexpr std::uint64_t GB = 1000 * MB;
constexpr std::uint64_t TB = 1000 * GB;

constexpr std::array<Unit, 20> kSizeUnits = {{
    {"", 1},      {"B", 1},     {"k", KiB},        {"K", KiB},        {"KiB", KiB},
    {"kiB", KiB}, {"m", MiB},   {"M", MiB},        {"MiB", MiB},      {"g", GiB},
    {"G", GiB},   {"GiB", GiB}, {"t", 1024 * GiB}, {"T", 1024 * GiB}, {"TiB", 1024 * GiB},
    {"kB", kB},   {"KB", kB},   {"MB", MB},        {"GB", GB},        {"TB", TB},
}};

// Written forms, largest first; a binary unit wins over a decimal one of the same exactness.
constexpr std::array<Unit, 8> kWrittenUnits = {{{"TiB", 1024 * GiB},
                                                {"GiB", GiB},
                                                {"MiB", MiB},
                                                {"KiB", KiB},
                                                {"TB", TB},
                                                {"GB", GB},
                                                {"MB", MB},
                                                {"kB", kB}}};

constexpr std::array<Unit, 7> kDurationUnits = {{{"ns", 1},
                                                 {"us", 1'000},
                                                 {"ms", 1'000'000},
                                                 {"s", 1'000'000'000},
                                                 {"", 1'000'000'000},
                                                 {"m", 60'000'000'000},
                                                 {"h", 3'600'000'000'000}}};

std::size_t number_length(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789."), text.size());
}

/// Digits with at most one point. By hand, for libc++ has std::from_chars for double only since
/// version 20.
std::optional<double> parse_decimal(std::string_view text) {
  double digits = 0, scale = 1;
  bool any = false, point = false;
  for (const char one : text) {
    if (one == '.' && point) return std::nullopt;
    if (one == '.') {
      point = true;
      continue;
    }
    any = true;
    digits = digits * 10 + (one - '0');
    if (point) scale *= 10;
  }
  if (!any) return std::nullopt;
  return digits / scale;
}

}  // namespace

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view suffix(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const Unit& unit : kSizeUnits) {
    if (unit.suffix != suffix) continue;
    if (number > std::numeric_limits<std::uint64_t>::max() / unit.factor) return std::nullopt;
    return number * unit.factor;
  }
  return std::nullopt;
}

std::string format_size(std::uint64_t bytes) {
  for (const Unit& unit : kWrittenUnits) {
    if (bytes != 0 && bytes % unit.factor == 0)
      return fmt::format("{}{}", bytes / unit.factor, unit.suffix);
  }
  return fmt::format("{}B", bytes);
}

std::string human_bytes(std::uint64_t bytes) {
  if (bytes < kB) return fmt::format("{} B", bytes);
  const double value = static_cast<double>(bytes);
  if (bytes < MB) return fmt::format("{:.1f} kB", value / static_cast<double>(kB));
  if (bytes < GB) return fmt::format("{:.1f} MB", value / static_cast<double>(MB));
  return fmt::format("{:.2f} GB", value / static_cast<double>(GB));
}

std::optional<std::int64_t> parse_duration(std::string_view text) {
  const std::size_t length = number_length(text);
  const std::optional<double> number = parse_decimal(text.substr(0, length));
  if (!number) return std::nullopt;
  for (const Unit& unit : kDurationUnits) {
    if (unit.suffix != text.substr(length)) continue;
    const double ns = *number * static_cast<double>(unit.factor);
    if (!(ns < 9.2e18)) return std::nullopt;
    return std::llround(ns);
  }
  return std::nullopt;
}

std::string human_duration(std::int64_t ns) {
  const double value = static_cast<double>(ns);
  constexpr std::array<std::string_view, 4> units = {"ns", "us", "ms", "s"};
  double scaled = value;
  std::size_t unit = 0;
  while (std::abs(scaled) >= 999.5 && unit + 1 < units.size()) {
    scaled /= 1000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{} ns", ns);
  const double magnitude = std::abs(scaled);
  const int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", scaled, decimals, units[unit]);
}

std::string utc_text(std::int64_t unix_ns) {
  using namespace std::chrono;
  const sys_seconds time{floor<seconds>(nanoseconds(unix_ns))};
  const sys_days day = floor<days>(time);
  const year_month_day date(day);
  const hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

double gb_per_s(std::uint64_t bytes, double ns) {
  return ns > 0 ? static_cast<double>(bytes) / ns : 0;
}

}  // namespace readmark
