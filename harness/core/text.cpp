// Text helpers.
#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"

namespace readmark {
namespace {

bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void append_escape(std::string& out, char byte) {
  out += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
}

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::string native_bytes(const std::filesystem::path& path) {
  if constexpr (std::is_same_v<std::filesystem::path::value_type, char>) {
    return path.string();
  } else {
    const std::u8string utf8 = path.u8string();
    return {reinterpret_cast<const char*>(utf8.data()), utf8.size()};
  }
}

// The length of the valid UTF-8 sequence at the start, 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && at(1) < 0xA0) || (lead == 0xF0 && at(1) < 0x90);
  const bool surrogate = lead == 0xED && at(1) >= 0xA0;
  const bool too_high = lead == 0xF4 && at(1) >= 0x90;
  return overlong || surrogate || too_high ? 0 : length;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

// A run of digits with its size suffix, if it has one, as a number, whatever the suffix's case:
// names of datasets ("2k", "150mb") sort beside sizes ("64KiB").
struct Number {
  double value;
  std::size_t length;
};

Number leading_number(std::string_view text) {
  double value = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && is_digit(text[digits]); ++digits)
    value = value * 10 + (text[digits] - '0');
  std::string suffix;
  for (std::size_t i = digits; i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
       ++i) {
    suffix += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  }
  constexpr std::string_view kPrefixes = "kmgt";
  const std::size_t prefix = suffix.empty() ? std::string_view::npos : kPrefixes.find(suffix[0]);
  const std::string_view rest =
      suffix.empty() ? std::string_view() : std::string_view(suffix).substr(1);
  if (prefix == std::string_view::npos || (rest != "" && rest != "b" && rest != "ib"))
    return {value, digits};
  return {value * std::pow(1024, static_cast<double>(prefix + 1)), digits + suffix.size()};
}

}  // namespace

std::string percent_encode(std::string_view bytes, std::string_view also_keep) {
  std::string out;
  for (const char c : bytes) {
    if (is_unreserved(c) || also_keep.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_escape(out, c);
    }
  }
  return out;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      throw UsageError(
          fmt::format("\"{}\" has a malformed %XX escape at byte {}", printable(text), i));
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

std::string encode_path(const std::filesystem::path& path) {
  return percent_encode(native_bytes(path), "/");
}

std::filesystem::path decode_path(std::string_view text) {
  const std::string bytes = percent_decode(text);
  if constexpr (std::is_same_v<std::filesystem::path::value_type, char>) {
    return std::filesystem::path(bytes);
  } else {
    return std::filesystem::path(
        std::u8string(reinterpret_cast<const char8_t*>(bytes.data()), bytes.size()));
  }
}

std::string display_path(const std::filesystem::path& path) {
  return printable(native_bytes(path));
}

std::string printable(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t length = utf8_length(bytes.substr(i));
    const bool control = static_cast<unsigned char>(bytes[i]) < 0x20 || bytes[i] == 0x7F;
    if (length == 0 || (control && bytes[i] != '\n' && bytes[i] != '\t')) {
      append_escape(out, bytes[i]);
      i += 1;
    } else {
      out += bytes.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near);
}

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const Number left = leading_number(a.substr(i));
      const Number right = leading_number(b.substr(j));
      if (left.value != right.value) return left.value < right.value;
      i += left.length;
      j += right.length;
      continue;
    }
    if (a[i] != b[j]) return a[i] < b[j];
    ++i;
    ++j;
  }
  const std::size_t left = a.size() - i;
  const std::size_t right = b.size() - j;
  return left != right ? left < right : a < b;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(separator); end != std::string_view::npos;
       end = text.find(separator, begin)) {
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.emplace_back(text.substr(begin));
  return parts;
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

}  // namespace readmark
