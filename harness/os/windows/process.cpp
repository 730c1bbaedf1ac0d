// A child's life: feed it, listen to it, watch the clock, end it.
#include "os/process.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "os/clock.hpp"
#include "os/line_splitter.hpp"
#include "os/windows/spawn.hpp"

namespace readmark::os {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kLongestWait = 50 * kMillisecond;
constexpr std::int64_t kDrain = 2'000 * kMillisecond;

// NTSTATUS of severity "error". What a program returns by itself is small.
constexpr DWORD kErrorSeverity = 0xC000'0000;
constexpr DWORD kStatusNoMemory = 0xC000'0017;
constexpr DWORD kStatusCommitmentLimit = 0xC000'012D;

class Conversation {
 public:
  Conversation(windows::Child& child, const ChildSpec& spec,
               const std::function<void(std::string_view)>& on_line)
      : process_(child.process()),
        in_(std::move(child.to_stdin), spec.input),
        out_(std::move(child.from_stdout)),
        err_(std::move(child.from_stderr)),
        lines_(spec.max_line, on_line),
        tail_(kStderrTail) {}

  /// Moves what can be moved, waiting up to `ns` for something to do. True when the child has
  /// ended.
  bool step(std::int64_t ns) {
    std::array<HANDLE, 4> handles{process_};
    DWORD count = 1;
    if (!out_.ended()) handles[count++] = out_.event();
    if (!err_.ended()) handles[count++] = err_.event();
    if (!in_.done()) handles[count++] = in_.event();
    const auto milliseconds = static_cast<DWORD>((ns + kMillisecond - 1) / kMillisecond);
    WaitForMultipleObjects(count, handles.data(), FALSE, milliseconds);
    in_.step();
    listen();
    return WaitForSingleObject(process_, 0) == WAIT_OBJECT_0;
  }

  /// After everyone in the job is dead: what is still in the pipes. Bounded, for a handle to them
  /// may have been passed on to a process outside.
  void finish() {
    const std::int64_t deadline = monotonic_ns() + kDrain;
    while (!(out_.ended() && err_.ended()) && monotonic_ns() < deadline) {
      std::array<HANDLE, 2> handles{};
      DWORD count = 0;
      if (!out_.ended()) handles[count++] = out_.event();
      if (!err_.ended()) handles[count++] = err_.event();
      WaitForMultipleObjects(count, handles.data(), FALSE, 50);
      listen();
    }
    lines_.finish();
  }

  std::string stderr_tail() const { return tail_.text(); }

 private:
  void listen() {
    lines_.add(out_.take());
    out_.start_next();
    tail_.add(err_.take());
    err_.start_next();
  }

  HANDLE process_;
  windows::PipeWriter in_;
  windows::PipeReader out_, err_;
  LineSplitter lines_;
  StreamTail tail_;
};

ChildEnd judge(DWORD code, std::optional<ChildEnd::How> killed_for) {
  ChildEnd end;
  end.code = static_cast<int>(code);
  end.how = killed_for.value_or(ChildEnd::How::exited);
  if (killed_for || (code & kErrorSeverity) != kErrorSeverity) return end;
  end.how = ChildEnd::How::signalled;
  end.signal_name = fmt::format("0x{:08X}", code);
  end.out_of_memory = code == kStatusNoMemory || code == kStatusCommitmentLimit;
  return end;
}

}  // namespace

ChildEnd run_child(const ChildSpec& spec, const std::function<void(std::string_view)>& on_line,
                   const std::function<bool()>& should_stop) {
  windows::Child child(spec);
  Conversation conversation(child, spec, on_line);
  const std::int64_t start = monotonic_ns();
  std::optional<ChildEnd::How> killed_for;
  bool ended = false;
  while (!ended) {
    const std::int64_t left =
        spec.timeout_ns > 0 ? start + spec.timeout_ns - monotonic_ns() : kLongestWait;
    if (left <= 0) killed_for = ChildEnd::How::timed_out;
    if (should_stop && should_stop()) killed_for = ChildEnd::How::stopped;
    if (killed_for) break;
    ended = conversation.step(std::min(left, kLongestWait));
  }
  child.kill_group();  // also what a child that ended by itself has left running
  const DWORD code = child.wait();
  conversation.finish();
  ChildEnd end = judge(code, killed_for);
  end.stderr_tail = conversation.stderr_tail();
  return end;
}

}  // namespace readmark::os
