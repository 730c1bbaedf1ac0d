// Child processes: one at a time, in a process group (job object) of its own, with a time limit.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readmark::os {

class MemoryGroup;

struct ChildEnd {
  enum class How { exited, signalled, timed_out, stopped } how = How::exited;
  int code = 0;             // exit code, or the signal's number (Windows: the NTSTATUS of a crash)
  std::string signal_name;  // "SIGKILL"; Windows: "0xC0000005"
  bool out_of_memory =
      false;  // the system says (or SIGKILL that we did not send suggests) the memory ran out
  std::string stderr_tail;  // the last 4 KiB
};

struct ChildSpec {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // UTF-8 on Windows; passed as they are, no shell
  std::string input;                   // written to its stdin, which then stays open until it ends
  std::int64_t timeout_ns = 0;         // 0 = none. When it passes, the whole group is killed.
  std::size_t max_line = 1 << 20;      // of a longer line of stdout the rest is dropped
  const MemoryGroup* memory_group = nullptr;  // to run in
};

/// Runs the child to its end. `on_line` gets each line of its stdout as it comes (without '\n').
/// `should_stop` is asked at least every 100 ms; true kills the group. Everything the child started
/// in its group is dead when this returns. The child dies with this process, however that dies.
/// Throws RuntimeError when the program cannot be started.
ChildEnd run_child(const ChildSpec& spec, const std::function<void(std::string_view)>& on_line,
                   const std::function<bool()>& should_stop);

/// In the child, first thing: die with the parent (parent-death signal where there is one), and end
/// the process when stdin ends: by a thread that watches it once the request has been read.
void bind_to_parent();

/// The first line of stdin. Throws RuntimeError when it is longer than any request.
std::string read_request_line();
inline constexpr std::size_t kMostRequestBytes = 16u << 20;
inline constexpr const char* kRequestTooLong =
    "cannot read stdin: the line is longer than a request of the worker protocol may be (16 MiB)";

/// In the child: returns a stream to the original stdout and points stdout at stderr, so that a
/// stray print in a library cannot break the protocol. Call once.
std::FILE* take_stdout();

std::filesystem::path this_program();  // full path of the running executable

}  // namespace readmark::os
