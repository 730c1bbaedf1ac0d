// Text helpers: percent-encoding, the nearest known name, natural order.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace readmark {

/// Keeps [A-Za-z0-9._-] and the bytes in `also_keep`; every other byte becomes %XX (upper-case
/// hex).
std::string percent_encode(std::string_view bytes, std::string_view also_keep = {});

/// The inverse; throws UsageError on a malformed escape.
std::string percent_decode(std::string_view text);

/// A path as the bytes of the system (POSIX) or as UTF-8 (Windows), percent-encoded with '/' kept,
/// and back.
std::string encode_path(const std::filesystem::path& path);
std::filesystem::path decode_path(std::string_view text);

/// A path for people: UTF-8, with bytes that are not UTF-8 or are control characters
/// percent-encoded.
std::string display_path(const std::filesystem::path& path);

/// Text that may come from outside, for a terminal, JSON or a log: what is not valid UTF-8 and
/// every C0 control character but '\n' and '\t' becomes %XX.
std::string printable(std::string_view bytes);

/// The candidate with the least edit distance, if it is near enough to be meant; else empty.
std::string nearest(std::string_view word, std::span<const std::string> candidates);

/// " (did you mean \"x\"?)" or "".
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);

/// Digits compare as numbers, so that "2k" < "10k" and "64KiB" < "256KiB" < "1MiB" (size suffixes
/// count).
bool natural_less(std::string_view a, std::string_view b);

std::vector<std::string> split(std::string_view text, char separator);
std::string join(std::span<const std::string> parts, std::string_view separator);

}  // namespace readmark
