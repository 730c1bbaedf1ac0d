// What is particular to POSIX systems: signals, descriptors, and parents that die.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "os/host_lock.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "os/process.hpp"
#include "os/test_support.hpp"

namespace readmark::os {
namespace {

using How = ChildEnd::How;

constexpr std::int64_t kPatience = 20'000'000'000;

ChildSpec shell(const std::string& script) { return {"sh", {"-c", script}, "", 0}; }

std::vector<std::string> lines_of(const ChildSpec& spec) {
  std::vector<std::string> lines;
  run_child(
      spec, [&](std::string_view line) { lines.emplace_back(line); }, nullptr);
  return lines;
}

/// Runs `body` in a forked copy of this process; its exit code.
template <typename Body>
int in_a_copy(Body body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

TEST(Interrupts, AreCountedInsteadOfEndingTheProcess) {
  EXPECT_EQ(in_a_copy([] {
              watch_interrupts();
              std::raise(SIGINT);
              std::raise(SIGTERM);
              std::raise(SIGHUP);
              return interrupts();
            }),
            3);
}

TEST(Interrupts, AHangupThatIsIgnoredStaysIgnored) {
  EXPECT_EQ(in_a_copy([] {
              std::signal(SIGHUP, SIG_IGN);
              watch_interrupts();
              std::raise(SIGHUP);
              return interrupts();
            }),
            0);
}

TEST(Interrupts, DoNotReachAChildByTheTerminal) {
  // A group of its own: what a terminal sends to ours does not go there.
  const auto lines =
      lines_of(shell("ps -o pgid= -p $$ 2>/dev/null || awk '{print $5}' /proc/$$/stat"));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_NE(std::stol(lines[0]), static_cast<long>(::getpgrp()));
}

TEST(RunChild, ASignalHasItsName) {
  const ChildEnd end = run_child(shell("kill -USR1 $$"), nullptr, nullptr);
  EXPECT_EQ(end.how, How::signalled);
  EXPECT_EQ(end.code, SIGUSR1);
  EXPECT_EQ(end.signal_name, "SIGUSR1");
  EXPECT_FALSE(end.out_of_memory);
}

TEST(RunChild, AKillThatIsNotOursSuggestsThatMemoryRanOut) {
  EXPECT_TRUE(run_child(shell("kill -KILL $$"), nullptr, nullptr).out_of_memory);
  ChildSpec spec = shell("sleep 60");
  spec.timeout_ns = 1'000'000;
  EXPECT_FALSE(run_child(spec, nullptr, nullptr).out_of_memory);
}

TEST(RunChild, AChildInheritsNoDescriptorButItsThree) {
  const int leaked = ::open("/dev/null", O_RDONLY);  // NOLINT(android-cloexec-open): on purpose
  ASSERT_GT(leaked, 2);
  const auto names =
      lines_of(shell("for fd in 3 4 5 6 7 8 9; do (: <&$fd) 2>/dev/null && echo $fd; done; true"));
  EXPECT_TRUE(names.empty()) << names.front();
  ::close(leaked);
}

TEST(RunChild, WorksWithoutStandardDescriptors) {
  ChildSpec spec = shell("read x; echo \"$x\"; echo oops >&2; exit 7");
  spec.input = "hello\n";
  const int code = in_a_copy([&] {
    for (const int fd : {0, 1, 2}) ::close(fd);
    std::string said;
    const ChildEnd end = run_child(
        spec, [&](std::string_view line) { said = line; }, nullptr);
    return said == "hello" && end.stderr_tail == "oops\n" ? end.code : 1;
  });
  EXPECT_EQ(code, 7);
}

TEST(RunChild, SigpipeIsLeftAsItWas) {
  struct sigaction before {
  }, after{};
  ::sigaction(SIGPIPE, nullptr, &before);
  ChildSpec spec = shell("exec <&-; sleep 0.05");
  spec.input = std::string(1 << 20, 'x');
  EXPECT_EQ(run_child(spec, nullptr, nullptr).how, How::exited);
  ::sigaction(SIGPIPE, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST(RunChild, AChildDiesWithAKilledParent) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  int said[2];
  ASSERT_EQ(::pipe(said), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    // Like a worker: stdin's end is noticed where there is no parent-death signal.
    const std::string program = test::child_program().string();
    run_child(
        {program, {"hold_lock_as_worker"}, "{}\n", 0},
        [&](std::string_view line) { (void)!::write(said[1], line.data(), 1); }, nullptr);
    ::_exit(0);
  }
  ::close(said[1]);
  char first = 0;
  ASSERT_EQ(::read(said[0], &first, 1), 1);
  EXPECT_EQ(first, 'h');  // "held"
  ::close(said[0]);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  std::string holder;
  EXPECT_NE(HostLock::acquire(kPatience, holder), nullptr) << "the worker lives on: " << holder;
}

TEST(HostLock, NamesItsHolder) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  std::string holder;
  const auto lock = HostLock::acquire(0, holder);
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(HostLock::acquire(0, holder), nullptr);
  EXPECT_EQ(holder, "pid " + std::to_string(::getpid()));
}

TEST(HostLock, AFileThatWasRemovedMeanwhileGuardsNothing) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  std::string holder;
  auto lock = HostLock::acquire(0, holder);
  std::filesystem::remove(folder / "lock");
  EXPECT_NE(HostLock::acquire(0, holder), nullptr);  // a new file, and it can be locked
  EXPECT_TRUE(std::filesystem::exists(folder / "lock"));
}

TEST(HostLock, ALinkInItsPlaceIsRefused) {
  const test::TempFolder folder;
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  std::filesystem::create_symlink(folder / "elsewhere", folder / "lock");
  std::string holder;
  EXPECT_THROW(HostLock::acquire(0, holder), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "elsewhere"));
}

TEST(HostLock, IsSharedWithOrdinaryUsers) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to become somebody else";
  const test::TempFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  test::set_environment("READMARK_LOCK", (folder / "lock").string());
  ::umask(077);
  std::string holder;
  auto lock = HostLock::acquire(0, holder);
  ASSERT_NE(lock, nullptr);
  const auto as_nobody = [] {
    if (::setgid(65534) != 0 || ::setuid(65534) != 0) return 99;
    std::string by;
    return HostLock::acquire(0, by) == nullptr && !by.empty() ? 0 : 1;
  };
  EXPECT_EQ(in_a_copy(as_nobody), 0);
  lock.reset();
  EXPECT_EQ(in_a_copy(as_nobody), 1) << "a free lock is taken";
}

}  // namespace
}  // namespace readmark::os
