// The child of the process tests: does what its first argument says.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "os/clock.hpp"
#include "os/host_lock.hpp"
#include "os/paths.hpp"
#include "os/process.hpp"

namespace {

using namespace readmark;

constexpr int kOutlived = 42;  // exit code of one that should have been ended and was not

int hang() {
  os::sleep_ns(60'000'000'000);
  return kOutlived;
}

void say(const std::string& line) { std::cout << line << std::endl; }

/// Takes the host lock, says so, and holds it. Its death is seen by the lock's being free again.
int hold_lock(std::int64_t wait_ns) {
  std::string holder;
  const auto lock = os::HostLock::acquire(wait_ns, holder);
  say(lock ? "held" : "not held");
  return hang();
}

/// Starts another one of us through the shell, in the same group, and stays until it ends.
int with_grandchild(const std::string& self) {
#ifdef _WIN32
  return std::system(("\"\"" + self + "\" hold_lock\"").c_str());
#else
  return std::system(("'" + self + "' hold_lock").c_str());
#endif
}

/// Starts another one of us and ends as soon as that one holds the lock.
int leave_grandchild(const std::string& self) {
#ifdef _WIN32
  const std::string command = "start /b \"\" \"" + self + "\" wait_and_hold_lock";
#else
  const std::string command = "'" + self + "' wait_and_hold_lock &";
#endif
  if (std::system(command.c_str()) != 0) return 1;
  std::string holder;
  while (os::HostLock::acquire(0, holder)) os::sleep_ns(1'000'000);
  return 0;
}

int answer_like_a_worker() {
  std::FILE* answers = os::take_stdout();
  os::bind_to_parent();
  const std::string request = os::read_request_line();
  std::cout << "stray print\n" << std::flush;
  std::fprintf(answers, "got %s\n", request.c_str());
  std::fflush(answers);
  return 0;
}

int wait_for_end_of_stdin() {
  os::bind_to_parent();
  os::read_request_line();
  return hang();
}

int run(const std::string& what, const std::string& argument, const std::string& self) {
  if (what == "exit") return std::stoi(argument);
  if (what == "lines") return std::cout << "one\ntwo\n\nlast without newline", 0;
  if (what == "print") return std::cout << argument, 0;
  if (what == "long_line")
    return std::cout << std::string(std::stoul(argument), 'x') << "\nnext\n", 0;
  if (what == "stderr") return std::cerr << std::string(std::stoul(argument), 'a') << "the end", 3;
  if (what == "hang") return hang();
  if (what == "say_and_hang") return say("here"), hang();
  if (what == "abort") std::abort();
  if (what == "crash") return std::raise(SIGSEGV);
  if (what == "worker") return answer_like_a_worker();
  if (what == "wait_for_end") return wait_for_end_of_stdin();
  if (what == "hold_lock") return hold_lock(0);
  if (what == "wait_and_hold_lock") return hold_lock(20'000'000'000);
  if (what == "hold_lock_as_worker")
    return os::bind_to_parent(), os::read_request_line(), hold_lock(0);
  if (what == "grandchild") return with_grandchild(self);
  if (what == "leave_grandchild") return leave_grandchild(self);
  return 99;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words = os::program_arguments(argc, argv);
  return run(words.size() > 1 ? words[1] : "", words.size() > 2 ? words[2] : "", words[0]);
}
