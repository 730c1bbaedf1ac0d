// Reading the small text files of /proc and /sys.
#include "os/linux/text_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <locale>
#include <sstream>

#include "os/posix/posix.hpp"

namespace readmark::os::linux_files {
namespace {

constexpr std::size_t kMostText = std::size_t{1} << 20;
constexpr std::string_view kBlanks{" \t\r\n\0", 5};  // /proc/device-tree ends its texts with NUL

}  // namespace

TextFile read_text(const std::filesystem::path& path) {
  TextFile file;
  const posix::Fd fd = posix::open_file(path, O_RDONLY | O_NONBLOCK);
  if (!fd) {
    file.error = errno;
    return file;
  }
  std::array<char, 16384> room;
  while (file.text.size() < kMostText) {
    const ssize_t count = posix::retry([&] { return ::read(fd.get(), room.data(), room.size()); });
    if (count < 0) file.error = errno;
    if (count <= 0) break;
    file.text.append(room.data(), static_cast<std::size_t>(count));
  }
  return file;
}

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (text = trim(text); !text.empty(); text = trim(text)) {
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return found;
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> decimal(std::string_view text) {
  // Not from_chars: libc++ of this standard has none for double. The classic locale is fixed here.
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0;
  if (!(stream >> value)) return std::nullopt;
  return value;
}

std::optional<std::string> read_line(const std::filesystem::path& path) {
  const TextFile file = read_text(path);
  if (!file.ok()) return std::nullopt;
  return std::string(trim(std::string_view(file.text).substr(0, file.text.find('\n'))));
}

std::optional<std::int64_t> read_number(const std::filesystem::path& path) {
  const auto line = read_line(path);
  return line ? number(*line) : std::nullopt;
}

std::optional<std::string_view> value_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with(key)) {
      std::string_view rest = trim(line.substr(key.size()));
      if (rest.starts_with(':')) rest.remove_prefix(1);
      return trim(rest);
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error), end;
  for (; !error && entry != end; entry.increment(error))
    names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace readmark::os::linux_files
