// The child's side: its request on stdin, its answers on the original stdout.
#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <span>
#include <thread>

#include "core/error.hpp"
#include "os/process.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

constexpr UINT kOrphaned = 125;

/// 0 at the end of the stream, and where there is none.
DWORD read_stdin(std::span<char> into) noexcept {
  DWORD count = 0;
  const HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
  return ReadFile(in, into.data(), static_cast<DWORD>(into.size()), &count, nullptr) ? count : 0;
}

/// What this process has started is in the parent's job and ends with that.
void watch_stdin() {
  std::array<char, 4096> ignored;
  while (read_stdin(ignored) > 0) {
  }
  TerminateProcess(GetCurrentProcess(), kOrphaned);
}

}  // namespace

// The parent's job object ends this process with the parent. What is left to do: crash without
// asking anyone.
void bind_to_parent() { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

std::string read_request_line() {
  std::string line;
  std::array<char, 65536> room;
  while (line.find('\n') == std::string::npos) {
    const DWORD count = read_stdin(room);
    if (count == 0) break;
    line.append(room.data(), count);
    if (line.size() > kMostRequestBytes) throw RuntimeError(kRequestTooLong);
  }
  std::thread(watch_stdin).detach();  // it lasts as long as the process
  line.resize(
      std::min(line.size(), line.find('\n')));  // one line per process; nothing follows that counts
  return line;
}

std::FILE* take_stdout() {
  const int answers = _dup(_fileno(stdout));
  if (answers < 0)
    throw_failure("duplicate", "stdout", last_errno(), "start the program with stdout open");
  _dup2(_fileno(stderr), _fileno(stdout));
  SetStdHandle(STD_OUTPUT_HANDLE, GetStdHandle(STD_ERROR_HANDLE));
  _setmode(answers, _O_BINARY);
  std::FILE* stream = _fdopen(answers, "wb");
  if (stream == nullptr) throw_failure("open", "stdout as a stream", last_errno());
  return stream;
}

std::filesystem::path this_program() {
  std::wstring name(32768, L'\0');  // the longest path there is
  const DWORD units = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  name.resize(units);
  return name;
}

}  // namespace readmark::os
