// Cuts a stream of bytes into lines, and keeps the end of one: for the output of child processes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace readmark::os {

/// Hands over each line without its '\n'. Of a line longer than `max_line` only that much is handed
/// over; the rest of it, up to the next '\n', is dropped.
class LineSplitter {
 public:
  LineSplitter(std::size_t max_line, const std::function<void(std::string_view)>& on_line)
      : max_line_(max_line), on_line_(on_line) {}

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t newline = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, newline);
      line_.append(piece.substr(0, max_line_ - line_.size()));
      pending_ = true;
      if (newline == std::string_view::npos) return;
      finish();
      bytes.remove_prefix(newline + 1);
    }
  }

  /// The stream has ended: hands over a last line that had no '\n'.
  void finish() {
    if (!pending_) return;
    pending_ = false;
    const std::string line = std::exchange(line_, {});
    if (on_line_) on_line_(line);
  }

 private:
  std::size_t max_line_;
  const std::function<void(std::string_view)>& on_line_;
  std::string line_;
  bool pending_ = false;
};

/// The last `limit` bytes of a stream.
class StreamTail {
 public:
  explicit StreamTail(std::size_t limit) : limit_(limit) {}

  void add(std::string_view bytes) {
    text_.append(bytes);
    if (text_.size() > 2 * limit_) text_.erase(0, text_.size() - limit_);
  }

  std::string text() const {
    return text_.size() <= limit_ ? text_ : text_.substr(text_.size() - limit_);
  }

 private:
  std::size_t limit_;
  std::string text_;
};

inline constexpr std::size_t kStderrTail = 4096;

}  // namespace readmark::os
