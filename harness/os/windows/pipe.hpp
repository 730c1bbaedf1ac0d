// Pipes to a child: our end waits for nothing, the child's end is an ordinary file.
#pragma once

#include <array>
#include <string_view>

#include "os/windows/windows.hpp"

namespace readmark::os::windows {

/// Anonymous pipes know no overlapped I/O, so this is a named pipe whose name nobody else gets to
/// know. Throws RuntimeError.
struct ChildPipe {
  enum class Direction { to_child, from_child };
  explicit ChildPipe(Direction direction);
  Handle ours, childs;  // `childs` is inheritable
};

/// What a child writes, piece by piece. An operation is always under way until the stream has
/// ended.
class PipeReader {
 public:
  explicit PipeReader(Handle pipe);
  ~PipeReader();
  PipeReader(const PipeReader&) = delete;
  PipeReader& operator=(const PipeReader&) = delete;

  HANDLE event() const noexcept { return event_.get(); }  // set when take() has something to say
  bool ended() const noexcept { return ended_; }
  /// What has come, if anything has, without waiting; valid until start_next().
  std::string_view take() noexcept;
  void start_next() noexcept;

 private:
  Handle pipe_, event_;
  OVERLAPPED operation_{};
  bool ended_ = false, pending_ = false;
  std::array<char, 65536> room_;
};

/// Feeds a child its input. The pipe stays open after the last byte.
class PipeWriter {
 public:
  PipeWriter(Handle pipe, std::string_view input);
  ~PipeWriter();
  PipeWriter(const PipeWriter&) = delete;
  PipeWriter& operator=(const PipeWriter&) = delete;

  HANDLE event() const noexcept { return event_.get(); }
  bool done() const noexcept { return !pending_; }
  void step() noexcept;  // call when the event is set

 private:
  void start_next() noexcept;

  Handle pipe_, event_;
  OVERLAPPED operation_{};
  std::string_view input_;
  bool pending_ = false;
};

}  // namespace readmark::os::windows
