// What this process may do: its user, privileges, limits and priorities.
#include <fmt/format.h>
#include <pwd.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <vector>

#include "os/linux/fact_list.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os::linux_files {
namespace {

void add_user(FactList& facts) {
  facts.add("user.is_root", ::geteuid() == 0 ? "yes" : "no", "geteuid");
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> room(16384);
  ::getpwuid_r(::geteuid(), &entry, room.data(), room.size(), &found);
  facts.add("user.name", hashed(found != nullptr ? found->pw_name : std::to_string(::geteuid())),
            "getpwuid");
  const TextFile status = read_text("/proc/self/status");
  facts.add("process.capabilities", value_of(status.text, "CapEff:").value_or(""),
            "/proc/self/status CapEff");
  facts.add("process.seccomp", value_of(status.text, "Seccomp:").value_or(""),
            "/proc/self/status Seccomp");
  facts.add("process.no_new_privileges", value_of(status.text, "NoNewPrivs:").value_or(""),
            "/proc/self/status NoNewPrivs");
}

void add_limit(FactList& facts, const char* name, decltype(RLIMIT_AS) which) {
  rlimit limit{};
  if (::getrlimit(which, &limit) != 0) return facts.missing(name, "getrlimit", errno);
  facts.add(name, limit.rlim_cur == RLIM_INFINITY ? "unlimited" : std::to_string(limit.rlim_cur),
            "getrlimit");
}

void add_limits(FactList& facts) {
  add_limit(facts, "limit.open_files", RLIMIT_NOFILE);
  add_limit(facts, "limit.locked_memory_bytes", RLIMIT_MEMLOCK);
  add_limit(facts, "limit.address_space_bytes", RLIMIT_AS);
  add_limit(facts, "limit.file_bytes", RLIMIT_FSIZE);
  add_limit(facts, "limit.processes", RLIMIT_NPROC);
}

/// The upper bits are the class, the lower 13 the level within it.
std::string io_priority() {
  constexpr int kOfProcess = 1;
  const long value = ::syscall(SYS_ioprio_get, kOfProcess, 0);
  if (value < 0) return "";
  constexpr const char* kClasses[] = {"none", "realtime", "best-effort", "idle"};
  const auto io_class = static_cast<std::size_t>(value >> 13);
  return fmt::format("{} {}", io_class < std::size(kClasses) ? kClasses[io_class] : "unknown",
                     value & 0x1fff);
}

std::string scheduling_policy() {
  switch (::sched_getscheduler(0)) {
    case SCHED_OTHER:
      return "other";
    case SCHED_BATCH:
      return "batch";
    case SCHED_IDLE:
      return "idle";
    case SCHED_FIFO:
      return "fifo";
    case SCHED_RR:
      return "rr";
    default:
      return "";
  }
}

}  // namespace

void add_process_facts(FactList& facts) {
  add_user(facts);
  add_limits(facts);
  facts.add("process.nice", std::int64_t{::getpriority(PRIO_PROCESS, 0)}, "getpriority");
  facts.add("process.io_priority", io_priority(), "ioprio_get");
  facts.add("process.scheduling", scheduling_policy(), "sched_getscheduler");
}

}  // namespace readmark::os::linux_files
