// The small text files of /proc and /sys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readmark::os::linux_files {

struct TextFile {
  std::string text;
  int error = 0;  // errno; 0 if it was read

  bool ok() const noexcept { return error == 0; }
};

/// The whole file, at most 1 MiB of it.
TextFile read_text(const std::filesystem::path& path);

/// The first line without surrounding blanks; empty optional if the file cannot be read.
std::optional<std::string> read_line(const std::filesystem::path& path);
std::optional<std::int64_t> read_number(const std::filesystem::path& path);

std::string_view trim(std::string_view text);
std::vector<std::string_view> words(std::string_view text);

/// A whole decimal number, or nothing.
std::optional<std::int64_t> number(std::string_view text);
std::optional<double> decimal(std::string_view text);

/// The rest of the first line that begins with `key`, without blanks and one ':' around it:
/// value_of(status, "VmHWM:") is "1234 kB".
std::optional<std::string_view> value_of(std::string_view text, std::string_view key);

/// Names in a folder, sorted; empty if it cannot be read.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace readmark::os::linux_files
