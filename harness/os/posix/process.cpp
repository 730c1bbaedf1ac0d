// A child's life: feed it, listen to it, watch the clock, end it.
#include "os/process.hpp"

#include <poll.h>
#include <sys/wait.h>

#include <csignal>

#include <algorithm>
#include <array>

#include "os/clock.hpp"
#include "os/line_splitter.hpp"
#include "os/posix/spawn.hpp"

namespace readmark::os {
namespace {

using posix::Fd;

constexpr std::int64_t kMillisecond = 1'000'000;
constexpr std::int64_t kLongestWait = 50 * kMillisecond;
constexpr std::int64_t kWaitWithoutPipes = kMillisecond;

/// write() to a pipe whose reader is gone raises SIGPIPE; this swallows it without touching how the
/// rest of the program treats that signal.
ssize_t write_without_signal(int fd, std::string_view bytes) noexcept {
  sigset_t pipe_only, before, pending;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  sigpending(&pending);
  const bool was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  const ssize_t result = posix::retry([&] { return ::write(fd, bytes.data(), bytes.size()); });
  const int error = errno;
  if (result < 0 && error == EPIPE && !was_pending) {
    int caught = 0;
    sigwait(&pipe_only, &caught);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return result;
}

bool would_block() noexcept { return errno == EAGAIN || errno == EWOULDBLOCK; }

class Conversation {
 public:
  Conversation(posix::Child& child, const ChildSpec& spec,
               const std::function<void(std::string_view)>& on_line)
      : child_(child), input_(spec.input), lines_(spec.max_line, on_line), tail_(kStderrTail) {}

  /// Moves what can be moved, waiting up to `ns` for something to do.
  void step(std::int64_t ns) {
    if (!child_.from_stdout && !child_.from_stderr) ns = std::min(ns, kWaitWithoutPipes);
    std::array<pollfd, 3> polled{};
    polled[0] = {input_.empty() ? -1 : child_.to_stdin.get(), POLLOUT, 0};
    polled[1] = {child_.from_stdout.get(), POLLIN, 0};
    polled[2] = {child_.from_stderr.get(), POLLIN, 0};
    const auto milliseconds = static_cast<int>((ns + kMillisecond - 1) / kMillisecond);
    if (::poll(polled.data(), polled.size(), milliseconds) <= 0) return;
    if (polled[0].revents != 0) feed();
    if (polled[1].revents != 0)
      listen(child_.from_stdout, [&](std::string_view bytes) { lines_.add(bytes); });
    if (polled[2].revents != 0)
      listen(child_.from_stderr, [&](std::string_view bytes) { tail_.add(bytes); });
  }

  /// After the group is dead: what is still in the pipes. Never waits, for a process that left the
  /// group may hold them open.
  void finish() {
    while (listen(child_.from_stdout, [&](std::string_view bytes) { lines_.add(bytes); })) {
    }
    while (listen(child_.from_stderr, [&](std::string_view bytes) { tail_.add(bytes); })) {
    }
    lines_.finish();
  }

  std::string stderr_tail() const { return tail_.text(); }

 private:
  void feed() {
    const ssize_t written = write_without_signal(child_.to_stdin.get(), input_);
    if (written >= 0) {
      input_.remove_prefix(static_cast<std::size_t>(written));
    } else if (!would_block()) {
      input_ = {};  // the child does not want it; how it ends will tell
    }
  }

  /// One read. False when there was nothing to read; closes at the end of the stream.
  template <typename Take>
  bool listen(Fd& fd, Take take) {
    if (!fd) return false;
    const ssize_t count =
        posix::retry([&] { return ::read(fd.get(), room_.data(), room_.size()); });
    if (count > 0) {
      take(std::string_view(room_.data(), static_cast<std::size_t>(count)));
      return true;
    }
    if (count == 0 || !would_block()) fd.reset();
    return false;
  }

  posix::Child& child_;
  std::string_view input_;
  LineSplitter lines_;
  StreamTail tail_;
  std::array<char, 65536> room_;
};

ChildEnd judge(int status, std::optional<ChildEnd::How> killed_for) {
  ChildEnd end;
  if (WIFSIGNALED(status)) {
    end.how = killed_for.value_or(ChildEnd::How::signalled);
    end.code = WTERMSIG(status);
    end.signal_name = posix::signal_name(end.code);
    end.out_of_memory = !killed_for && end.code == SIGKILL;
  } else {
    end.code = WEXITSTATUS(status);
    end.how = killed_for.value_or(ChildEnd::How::exited);
  }
  return end;
}

}  // namespace

ChildEnd run_child(const ChildSpec& spec, const std::function<void(std::string_view)>& on_line,
                   const std::function<bool()>& should_stop) {
  posix::Child child(spec);
  Conversation conversation(child, spec, on_line);
  const std::int64_t start = monotonic_ns();
  std::optional<ChildEnd::How> killed_for;
  while (!child.has_ended()) {
    const std::int64_t left =
        spec.timeout_ns > 0 ? start + spec.timeout_ns - monotonic_ns() : kLongestWait;
    if (left <= 0) killed_for = ChildEnd::How::timed_out;
    if (should_stop && should_stop()) killed_for = ChildEnd::How::stopped;
    if (killed_for) break;
    conversation.step(std::min(left, kLongestWait));
  }
  child.kill_group();  // also what a child that ended by itself has left running
  const int status = child.reap();
  conversation.finish();
  ChildEnd end = judge(status, killed_for);
  end.stderr_tail = conversation.stderr_tail();
  return end;
}

}  // namespace readmark::os
