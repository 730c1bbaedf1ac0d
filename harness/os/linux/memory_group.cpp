// A control group of our own, below the nearest one that may have it.
#include "os/memory_group.hpp"

#include <sys/stat.h>

#include <csignal>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/linux/cgroup.hpp"
#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

namespace fs = std::filesystem;
using linux_files::GroupFolder;

constexpr const char* kName = "readmark-";  // and the process

/// errno, or 0.
int write_text(const fs::path& file, std::string_view text) {
  const posix::Fd fd = posix::open_file(file, O_WRONLY);
  if (!fd) return errno;
  const ssize_t count = posix::retry([&] { return ::write(fd.get(), text.data(), text.size()); });
  return count < 0 ? errno : 0;
}

/// What a run that was killed left behind: no process is in them, or they stay.
void remove_leftovers(const fs::path& parent) {
  for (const std::string& name : linux_files::names_in(parent)) {
    if (!name.starts_with(kName)) continue;
    const auto process = linux_files::number(std::string_view(name).substr(std::strlen(kName)));
    if (process && ::kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH)
      ::rmdir((parent / name).c_str());
  }
}

/// Sets the limit, or says which file refused it and why.
std::optional<std::string> limit(const GroupFolder& parent, const fs::path& folder,
                                 std::uint64_t bytes) {
  const fs::path file = folder / (parent.unified ? "memory.max" : "memory.limit_in_bytes");
  if (parent.unified && ::access(file.c_str(), F_OK) != 0) {
    const fs::path switches = parent.path / "cgroup.subtree_control";
    if (const int error = write_text(switches, "+memory"))
      return fmt::format("{}: {}", display_path(switches), std::strerror(error));
  }
  if (const int error = write_text(file, std::to_string(bytes)))
    return fmt::format("{}: {}", display_path(file), std::strerror(error));
  // Without this the limit would move memory to the swap. Not every kernel has the file.
  if (parent.unified)
    write_text(folder / "memory.swap.max", "0");
  else
    write_text(folder / "memory.swappiness", "0");
  return std::nullopt;
}

}  // namespace

MemoryGroup::MemoryGroup(std::uint64_t limit_bytes) {
  std::string why = "this process is in no control group that counts memory";
  for (const GroupFolder& parent : linux_files::memory_group_folders()) {
    remove_leftovers(parent.path);
    const fs::path folder = parent.path / (kName + std::to_string(::getpid()));
    if (::mkdir(folder.c_str(), 0755) != 0) {
      why = fmt::format("{}: {}", display_path(folder), std::strerror(errno));
      continue;
    }
    const std::optional<std::string> refused = limit(parent, folder, limit_bytes);
    posix::Fd entrance;
    if (!refused) entrance = posix::open_file(folder / "cgroup.procs", O_WRONLY);
    if (entrance) {
      folder_ = folder;
      entrance_ = entrance.release();
      return;
    }
    why = refused.value_or(
        fmt::format("{}: {}", display_path(folder / "cgroup.procs"), std::strerror(errno)));
    ::rmdir(folder.c_str());
  }
  throw RuntimeError(
      fmt::format("cannot limit memory by a control group: {}; run as root, or under `systemd-run "
                  "--user --scope -p Delegate=yes`",
                  why));
}

MemoryGroup::~MemoryGroup() {
  ::close(entrance_);
  ::rmdir(folder_.c_str());
}

}  // namespace readmark::os
