// What the machine is: its make, a hypervisor, a container, and who watches file accesses in it.
#include <unistd.h>

#include <algorithm>

#include "os/linux/fact_list.hpp"
#include "os/linux/filesystems.hpp"
#include "os/linux/mounts.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os::linux_files {
namespace {

void add_firmware(FactList& facts) {
  const std::filesystem::path dmi = "/sys/class/dmi/id";
  facts.add_file("dmi.vendor", dmi / "sys_vendor", Stable::yes);
  facts.add_file("dmi.product", dmi / "product_name", Stable::yes);
  facts.add_file("dmi.board", dmi / "board_name", Stable::yes);
  facts.add_file("dmi.bios_version", dmi / "bios_version");
  facts.add_hashed_file("dmi.serial", dmi / "product_serial");
  facts.add_hashed_file("dmi.uuid", dmi / "product_uuid");
  facts.add_hashed_file("host.machine_id", "/etc/machine-id");
}

std::string container() {
  std::error_code ignored;
  if (std::filesystem::exists("/.dockerenv", ignored)) return "docker";
  if (std::filesystem::exists("/run/.containerenv", ignored)) return "podman";
  if (const auto name = read_line("/run/systemd/container")) return *name;
  const std::string groups = read_text("/proc/1/cgroup").text;
  for (const char* name : {"kubepods", "docker", "lxc", "containerd"}) {
    if (groups.find(name) != std::string::npos) return name;
  }
  return "none";
}

void add_virtualisation(FactList& facts) {
  facts.add("machine.hypervisor", hypervisor().value_or("none"), "CPUID, DMI, /sys/hypervisor");
  facts.add("machine.container", container(), "/.dockerenv, /run, /proc/1/cgroup");
  const std::string version = read_text("/proc/version").text;
  const bool wsl = version.find("icrosoft") != std::string::npos;
  facts.add("machine.wsl", wsl ? "yes" : "no", "/proc/version");
  const auto root = mount_of("/");
  facts.add("machine.root_filesystem", root ? root->type : "", "/proc/self/mountinfo");
}

/// Looks through a process's descriptors, as far as `budget` (of descriptors) lasts.
bool has_fanotify(const std::filesystem::path& process, std::size_t& budget) {
  const std::filesystem::path descriptors = process / "fd";
  for (const std::string& name : names_in(descriptors)) {
    if (budget == 0) return false;
    --budget;
    std::error_code error;
    const std::filesystem::path target = std::filesystem::read_symlink(descriptors / name, error);
    if (target.native().find("[fanotify]") != std::string::npos) return true;
  }
  return false;
}

bool is_known_watcher(const std::string& command) {
  constexpr std::string_view kWatchers[] = {"auditd", "falco",  "clamd",         "clamonacc",
                                            "mdatp",  "sysmon", "falcon-sensor", "wdavdaemon"};
  return std::find(std::begin(kWatchers), std::end(kWatchers), command) != std::end(kWatchers);
}

/// Scanners and auditors that see each open and read. What other users' processes have open only
/// root sees.
void add_watchers(FactList& facts) {
  const bool may_look = ::geteuid() == 0;
  std::size_t budget = may_look ? 20'000 : 0;  // a busy server has millions of descriptors
  std::string found;
  std::int64_t listeners = 0;
  for (const std::string& name : names_in("/proc")) {
    if (!number(name)) continue;
    const std::filesystem::path process = std::filesystem::path("/proc") / name;
    if (has_fanotify(process, budget)) ++listeners;
    const std::string command = read_line(process / "comm").value_or("");
    if (is_known_watcher(command)) found += (found.empty() ? "" : " ") + command;
  }
  facts.add("watch.processes", found.empty() ? "none" : found, "/proc/*/comm");
  if (budget > 0) {
    facts.add("watch.fanotify_processes", listeners, "/proc/*/fd");
  } else {
    facts.missing("watch.fanotify_processes", may_look ? "/proc/*/fd (too many)" : "/proc/*/fd",
                  may_look ? 0 : EACCES);
  }
}

void add_power(FactList& facts) {
  const std::filesystem::path supplies = "/sys/class/power_supply";
  std::string mains;
  for (const std::string& name : names_in(supplies)) {
    if (read_line(supplies / name / "type") == "Mains")
      mains = read_line(supplies / name / "online").value_or("");
  }
  facts.add("machine.mains_power", mains, supplies.native());
}

}  // namespace

void add_machine_facts(FactList& facts) {
  add_firmware(facts);
  add_virtualisation(facts);
  add_watchers(facts);
  add_power(facts);
}

}  // namespace readmark::os::linux_files
