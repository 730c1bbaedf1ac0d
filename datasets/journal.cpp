// The journal of a generation: lines of fixed length, so that a torn last one is seen as such.
#include "datasets/journal.hpp"

#include <fmt/format.h>

#include <charconv>
#include <span>

#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/content.hpp"

namespace readmark::datasets {
namespace {

constexpr std::size_t kLine = 16 + 1 + 32 + 1;  // index, space, digest, newline
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

std::string line_text(std::uint64_t index, const Digest& digest) {
  return fmt::format("{:016x} {:016x}{:016x}\n", index, digest.high, digest.low);
}

bool parse_hex16(std::string_view digits, std::uint64_t& value) {
  const auto end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, value, 16);
  return parsed.ec == std::errc() && parsed.ptr == end;
}

bool parse_line(std::string_view line, std::uint64_t& index, Digest& digest) {
  return line[16] == ' ' && line[kLine - 1] == '\n' && parse_hex16(line.substr(0, 16), index) &&
         parse_hex16(line.substr(17, 16), digest.high) &&
         parse_hex16(line.substr(33, 16), digest.low);
}

}  // namespace

Journal::Journal(std::filesystem::path path, const std::string& title) : path_(std::move(path)) {
  std::error_code error;
  file_ = os::File::open(path_, os::Open::write, error);
  if (!file_.is_open()) throw_failure("open", display_path(path_), error);
  load(title + "\n");
}

void Journal::load(const std::string& title) {
  std::error_code error;
  const std::uint64_t bytes = file_.size(error);
  if (error) throw_failure("ask the size of", display_path(path_), error);
  std::string text(static_cast<std::size_t>(bytes > kMostBytes ? 0 : bytes), '\0');
  read_block(file_, path_, 0, std::as_writable_bytes(std::span(text)));
  std::string_view rest = text;
  if (rest.starts_with(title)) {
    rest.remove_prefix(title.size());
    end_ = title.size();
    std::uint64_t index = 0;
    Digest digest;
    while (rest.size() >= kLine && parse_line(rest.substr(0, kLine), index, digest)) {
      found_[index] = digest;
      rest.remove_prefix(kLine);
      end_ += kLine;
    }
  } else {
    end_ = title.size();
    file_.write_at(std::as_bytes(std::span(title)), 0, error);
  }
  if (!error) file_.resize(end_, error);
  if (error) throw_failure("write", display_path(path_), error);
}

std::optional<Digest> Journal::recorded(std::uint64_t index) const {
  const auto found = found_.find(index);
  if (found == found_.end()) return std::nullopt;
  return found->second;
}

void Journal::record(std::uint64_t index, const Digest& digest) {
  const std::string line = line_text(index, digest);
  const std::lock_guard lock(mutex_);
  std::error_code error;
  file_.write_at(std::as_bytes(std::span(line)), end_, error);
  if (error) throw_failure("write", display_path(path_), error);
  end_ += line.size();
}

void Journal::remove() noexcept {
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace readmark::datasets
