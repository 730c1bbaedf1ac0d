// The child's side: its request on stdin, its answers on the original stdout.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include <array>
#include <thread>

#include "core/error.hpp"
#include "os/posix/posix.hpp"
#include "os/process.hpp"

namespace readmark::os {
namespace {

constexpr int kOrphaned = 125;

/// Whoever started us is gone. Takes along what this process has started, if the group is its own.
[[noreturn]] void end_as_orphan() noexcept {
  if (::getpgrp() == ::getpid()) ::kill(0, SIGKILL);
  ::_exit(kOrphaned);
}

void watch_stdin() {
  std::array<char, 4096> ignored;
  for (;;) {
    const ssize_t count =
        posix::retry([&] { return ::read(STDIN_FILENO, ignored.data(), ignored.size()); });
    if (count <= 0) end_as_orphan();
  }
}

}  // namespace

std::string read_request_line() {
  std::string line;
  char byte = 0;
  // Byte by byte: what follows the line belongs to the watch, and it is one line per process.
  while (posix::retry([&] { return ::read(STDIN_FILENO, &byte, 1); }) == 1 && byte != '\n') {
    line += byte;
    if (line.size() > kMostRequestBytes) throw RuntimeError(kRequestTooLong);
  }
  // A thread that is never joined: it lasts as long as the process. Signals are for the others.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(watch_stdin).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return line;
}

std::FILE* take_stdout() {
  posix::Fd answers(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  if (!answers)
    throw_failure("duplicate", "stdout", last_errno(), "start the program with stdout open");
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  std::FILE* stream = ::fdopen(answers.get(), "w");
  if (stream == nullptr) throw_failure("open", "stdout as a stream", last_errno());
  answers.release();
  return stream;
}

}  // namespace readmark::os
