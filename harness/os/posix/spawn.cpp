// fork and exec: what the child does in between is limited to async-signal-safe calls.
#include "os/posix/spawn.hpp"

#include <sys/wait.h>

#include <csignal>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/clock.hpp"
#include "os/memory_group.hpp"

namespace readmark::os::posix {
namespace {

constexpr int kCannotExec = 127;

struct ChildEnds {
  int in, out, err;  // become 0, 1, 2
  int report;        // errno of a failed exec goes here; closed by a successful one
};

void reset_signals() noexcept {
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  sigemptyset(&plain.sa_mask);
  ::sigaction(SIGPIPE, &plain, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool enter(const MemoryGroup* group) noexcept {
  return group == nullptr || ::write(group->entrance(), "0", 1) == 1;
}

[[noreturn]] void run_in_child(char* const* arguments, const ChildEnds& ends, pid_t parent,
                               int lock, const MemoryGroup* group) noexcept {
  ::setpgid(0, 0);
  reset_signals();
  die_with(parent);
  const bool connected = enter(group) && ::dup2(ends.in, 0) == 0 && ::dup2(ends.out, 1) == 1 &&
                         ::dup2(ends.err, 2) == 2;
  if (connected) {
    close_on_exec_from(3);
    if (lock >= 0) ::fcntl(lock, F_SETFD, 0);  // an orphan that reads on keeps the host locked
    ::execvp(arguments[0], arguments);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(ends.report, &error, sizeof error);
  ::_exit(kCannotExec);
}

std::vector<char*> argument_pointers(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

void set_nonblocking(const Fd& fd) noexcept {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

}  // namespace

Child::Child(const ChildSpec& spec) {
  std::vector<std::string> words{spec.program.string()};
  words.insert(words.end(), spec.arguments.begin(), spec.arguments.end());
  const std::vector<char*> arguments = argument_pointers(words);
  const char* way_out = "check that the program exists and may be executed";

  Pipe in = make_pipe(), out = make_pipe(), err = make_pipe(), report = make_pipe();
  const ChildEnds ends{in.read_end.get(), out.write_end.get(), err.write_end.get(),
                       report.write_end.get()};
  const pid_t parent = ::getpid();
  const int lock = inherited_lock();
  pid_ = ::fork();
  if (pid_ == 0) run_in_child(arguments.data(), ends, parent, lock, spec.memory_group);
  if (pid_ < 0)
    throw_failure("start", display_path(spec.program), last_errno(), "end other processes");
  ::setpgid(pid_, pid_);  // here too, so that the group exists before anyone may kill it

  report.write_end.reset();
  int error = 0;
  if (retry([&] { return ::read(report.read_end.get(), &error, sizeof error); }) > 0) {
    retry([&] { return ::waitpid(pid_, nullptr, 0); });
    throw_failure("start", display_path(spec.program), {error, std::generic_category()}, way_out);
  }
  to_stdin = std::move(in.write_end);
  from_stdout = std::move(out.read_end);
  from_stderr = std::move(err.read_end);
  for (const Fd* fd : {&to_stdin, &from_stdout, &from_stderr}) set_nonblocking(*fd);
}

Child::~Child() {
  if (pid_ <= 0 || reaped_) return;
  kill_group();
  reap();
}

bool Child::has_ended() const noexcept {
  siginfo_t info{};
  const int result = retry(
      [&] { return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT); });
  return result != 0 || info.si_pid == pid_;
}

void Child::kill_group() noexcept {
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

int Child::reap() noexcept {
  int status = 0;
  retry([&] { return ::waitpid(pid_, &status, 0); });
  reaped_ = true;
  // A killed process ends soon, but not at once; the group lasts until init has reaped the last of
  // it. An init that never reaps (a careless container) must not hang us: those left are dead all
  // the same.
  for (int i = 0; i < 200 && ::kill(-pid_, 0) == 0; ++i) sleep_ns(1'000'000);
  return status;
}

}  // namespace readmark::os::posix
