// The host-wide lock: one file that only one process at a time may have open for writing.
#include "os/host_lock.hpp"

#include <windows.h>  // first: the headers below need it, and do not say so

#include <sddl.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <string>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/clock.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "os/windows/spawn.hpp"

namespace readmark::os {
namespace {

using windows::Handle;

constexpr std::int64_t kPoll = 50'000'000;

std::atomic<HANDLE> lock_handle{nullptr};

std::filesystem::path lock_path() {
  if (const auto chosen = environment("READMARK_LOCK")) return path_from_argument(*chosen);
  // The same folder for all users.
  const auto shared = environment("ProgramData");
  return path_from_argument(shared.value_or("C:\\ProgramData")) / "readmark.lock";
}

/// A file that every user may write, whoever made it.
class ForEveryone {
 public:
  ForEveryone() {
    ConvertStringSecurityDescriptorToSecurityDescriptorW(L"D:(A;;GRGWSD;;;WD)", SDDL_REVISION_1,
                                                         &descriptor_, nullptr);
  }
  ~ForEveryone() { LocalFree(descriptor_); }
  ForEveryone(const ForEveryone&) = delete;
  ForEveryone& operator=(const ForEveryone&) = delete;

  SECURITY_ATTRIBUTES attributes() const noexcept {
    return {sizeof(SECURITY_ATTRIBUTES), descriptor_, TRUE};  // inheritable: children hold it too
  }

 private:
  PSECURITY_DESCRIPTOR descriptor_ = nullptr;
};

/// Others may look, not write: whoever opens it for writing is alone. Inherited handles count as
/// the same opening, so the file stays locked until the last child is gone.
Handle try_lock(const std::filesystem::path& path) {
  static const ForEveryone everyone;
  SECURITY_ATTRIBUTES attributes = everyone.attributes();
  return Handle(CreateFileW(windows::system_path(path).c_str(), GENERIC_READ | GENERIC_WRITE,
                            FILE_SHARE_READ, &attributes, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
                            nullptr));
}

std::string read_holder(const std::filesystem::path& path) {
  const Handle file = windows::open_file(path, GENERIC_READ, OPEN_EXISTING, 0);
  std::array<char, 32> text{};
  DWORD count = 0;
  if (!file || !ReadFile(file.get(), text.data(), text.size(), &count, nullptr)) return "";
  DWORD pid = 0;
  if (std::from_chars(text.data(), text.data() + count, pid).ec != std::errc{}) return "";
  const Handle process(OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, pid));
  const bool gone = !process && GetLastError() == ERROR_INVALID_PARAMETER;
  return (gone ? "a process that was started by pid " : "pid ") + std::to_string(pid);
}

void write_holder(const Handle& file) {
  const std::string text = std::to_string(GetCurrentProcessId()) + "\n";
  DWORD count = 0;
  // Only for the other's message, so a failure changes nothing.
  WriteFile(file.get(), text.data(), static_cast<DWORD>(text.size()), &count, nullptr);
  SetEndOfFile(file.get());
  FlushFileBuffers(file.get());
}

class FileLock : public HostLock {
 public:
  explicit FileLock(Handle file) : file_(std::move(file)) { lock_handle = file_.get(); }
  ~FileLock() override { lock_handle = nullptr; }

 private:
  Handle file_;
};

}  // namespace

HANDLE windows::inherited_lock() noexcept { return lock_handle.load(); }

std::unique_ptr<HostLock> HostLock::acquire(std::int64_t wait_ns, std::string& holder) {
  const std::filesystem::path path = lock_path();
  const std::int64_t deadline = monotonic_ns() + wait_ns;
  const int interrupts_before = interrupts();
  for (;;) {
    if (Handle file = try_lock(path)) {
      write_holder(file);
      holder.clear();
      return std::make_unique<FileLock>(std::move(file));
    }
    if (const std::error_code error = windows::last_error();
        error.value() != ERROR_SHARING_VIOLATION) {
      throw_failure("open the host lock", display_path(path), error,
                    "remove that file, or set READMARK_LOCK to a file that all users may write");
    }
    holder = read_holder(path);
    const std::int64_t left = deadline - monotonic_ns();
    if (left <= 0 || interrupts() != interrupts_before) return nullptr;
    sleep_ns(std::min(left, kPoll));
  }
}

}  // namespace readmark::os
