// Log lines of exact lengths, made from tables by copies of fixed size.
#include "datasets/log_text.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>

#include "core/error.hpp"
#include "datasets/store_bytes.hpp"

namespace readmark::datasets {
namespace {

// Lengths of lines in bytes, without their endings: long ones, and one in five short.
constexpr std::uint32_t kShortLeast = 80;
constexpr std::uint32_t kShortMost = 200;
constexpr std::uint32_t kLongLeast = 300;
constexpr std::uint32_t kLongMost = 500;
constexpr std::uint64_t kShortOf256 = 53;

constexpr std::uint64_t kFirstSecond = 1767571200;  // 2026-01-05 00:00:00 UTC
constexpr std::uint64_t kLineMicroseconds = 1000;

constexpr char kTrace[] = " trace=";
constexpr std::size_t kTraceLabel = sizeof kTrace - 1;
constexpr std::size_t kTraceLeast = kTraceLabel + 5;

bool is_long(std::uint32_t length) { return length >= kLongLeast; }

/// A length nearer to `wanted_sum` by at most one byte, within the bounds of its class.
std::int64_t nudge(std::uint32_t& length, std::int64_t missing) {
  const std::uint32_t least = is_long(length) ? kLongLeast : kShortLeast;
  const std::uint32_t most = is_long(length) ? kLongMost : kShortMost;
  if (missing > 0 && length < most) {
    ++length;
    return 1;
  }
  if (missing < 0 && length > least) {
    --length;
    return -1;
  }
  return 0;
}

}  // namespace

LogText::LogText(bool crlf, bool utf8) : words_(log_words(utf8)), crlf_(crlf) {}

void LogText::draw_lengths(Random& random, std::uint64_t lines, std::uint64_t content_bytes) {
  lengths_.resize(static_cast<std::size_t>(lines));
  std::int64_t missing = static_cast<std::int64_t>(content_bytes);
  for (std::uint32_t& length : lengths_) {
    const std::uint64_t bits = random.next();
    const std::uint64_t one = bits >> 8 & 0xFFFFFF, other = bits >> 32 & 0xFFFFFF;
    if ((bits & 0xFF) < kShortOf256) {
      length = kShortLeast + static_cast<std::uint32_t>(one * (kShortMost - kShortLeast + 1) >> 24);
    } else {  // the lesser of two: lines near 300 are more frequent than those near 500
      length = kLongLeast + static_cast<std::uint32_t>(
                                std::min(one, other) * (kLongMost - kLongLeast + 1) >> 24);
    }
    missing -= length;
  }
  while (missing != 0) {
    const std::int64_t before = missing;
    for (std::uint32_t& length : lengths_) {
      missing -= nudge(length, missing);
      if (missing == 0) return;
    }
    if (missing == before) {
      throw RuntimeError("a dataset's spec asks for " + std::to_string(lines) + " lines in " +
                         std::to_string(content_bytes) + " bytes: lines have " +
                         std::to_string(kShortLeast) + " to " + std::to_string(kLongMost));
    }
  }
}

char* LogText::timestamp(std::uint64_t microseconds, char* out) noexcept {
  const std::uint64_t second = kFirstSecond + microseconds / 1'000'000;
  const std::uint64_t fraction = microseconds % 1'000'000;
  if (second != second_) {
    second_ = second;
    const std::chrono::sys_days day{std::chrono::days(second / 86'400)};
    const std::chrono::year_month_day date(day);
    const std::uint64_t year = static_cast<std::uint64_t>(static_cast<int>(date.year()));
    store_digits2(second_text_, year / 100);
    store_digits2(second_text_ + 2, year % 100);
    store_digits2(second_text_ + 5, static_cast<unsigned>(date.month()));
    store_digits2(second_text_ + 8, static_cast<unsigned>(date.day()));
    store_digits2(second_text_ + 11, second % 86'400 / 3'600);
    store_digits2(second_text_ + 14, second % 3'600 / 60);
    store_digits2(second_text_ + 17, second % 60);
    second_text_[4] = second_text_[7] = '-';
    second_text_[10] = 'T';
    second_text_[13] = second_text_[16] = ':';
    second_text_[19] = '.';
  }
  std::memcpy(out, second_text_, sizeof second_text_);
  out += sizeof second_text_;
  store_digits2(out, fraction / 10'000);
  store_digits2(out + 2, fraction / 100 % 100);
  store_digits2(out + 4, fraction % 100);
  out[6] = 'Z';
  out[7] = ' ';
  return out + 8;
}

char* LogText::line(Random& random, std::uint64_t microseconds, std::uint64_t length,
                    char* out) noexcept {
  char* const end = out + length;
  const auto left = [&] { return static_cast<std::size_t>(end - out); };
  out = timestamp(microseconds, out);
  const std::uint64_t bits = random.next();
  out = append(out, words_.levels[bits & 63]);
  out = append(out, words_.components[bits >> 6 & 31]);
  if (left() >= kMessageSlot + kTraceLeast) out = append(out, words_.messages[bits >> 12 & 63]);
  // An odd stride meets each of the 32 keys once before one comes again.
  const std::uint64_t stride = bits >> 18 | 1;
  for (std::uint64_t at = bits >> 24; left() >= kKeySlot + kValueSlot + kTraceLeast; at += stride) {
    const LogKey& key = words_.keys[at & 31];
    out = append(out, key.text);
    out = append(out, words_.values[key.values][random.next() & 255]);
  }
  std::memcpy(out, kTrace, kTraceLabel);
  for (out += kTraceLabel; out < end; out += 16) {
    const std::uint64_t trace = random.next();
    store_hex8(out, static_cast<std::uint32_t>(trace));
    store_hex8(out + 8, static_cast<std::uint32_t>(trace >> 32));
  }
  return end;
}

void LogText::make(Random random, std::uint64_t first, std::uint64_t lines, std::uint64_t bytes,
                   char* out) {
  const std::uint64_t endings = lines * (crlf_ ? 2 : 1);
  if (endings > bytes) throw RuntimeError("a dataset's spec has more lines than bytes");
  draw_lengths(random, lines, bytes - endings);
  std::uint64_t microseconds = first * kLineMicroseconds;
  for (const std::uint32_t length : lengths_) {
    const std::uint64_t late = Random::below(kLineMicroseconds, random.next());
    out = line(random, microseconds + late, length, out);
    if (crlf_) *out++ = '\r';
    *out++ = '\n';
    microseconds += kLineMicroseconds;
  }
}

}  // namespace readmark::datasets
