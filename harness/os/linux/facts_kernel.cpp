// The system: distribution, kernel, its command line, mitigations, I/O settings.
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "os/linux/fact_list.hpp"
#include "os/linux/text_file.hpp"

namespace readmark::os::linux_files {
namespace {

/// Of the kernel's command line only what can change a measurement is kept with its value; the rest
/// may name disks, hosts or addresses.
std::string public_command_line(std::string_view line) {
  constexpr std::string_view kTelling[] = {"mitigations",
                                           "isolcpus",
                                           "nohz",
                                           "rcu_nocbs",
                                           "transparent_hugepage",
                                           "hugepage",
                                           "default_hugepagesz",
                                           "intel_pstate",
                                           "amd_pstate",
                                           "intel_idle",
                                           "processor.",
                                           "idle",
                                           "pcie_aspm",
                                           "nvme",
                                           "iommu",
                                           "intel_iommu",
                                           "amd_iommu",
                                           "cgroup",
                                           "systemd.unified",
                                           "psi",
                                           "maxcpus",
                                           "nosmt",
                                           "nr_cpus",
                                           "mem",
                                           "numa",
                                           "scsi_mod",
                                           "elevator",
                                           "preempt",
                                           "clocksource",
                                           "tsc",
                                           "spectre",
                                           "spec_store",
                                           "l1tf",
                                           "mds",
                                           "pti",
                                           "nopti",
                                           "retbleed",
                                           "irqaffinity",
                                           "audit",
                                           "quiet",
                                           "ro",
                                           "rw"};
  std::string kept;
  for (const std::string_view word : words(line)) {
    if (word == "--") break;  // the rest is for the first program, not for the kernel
    const std::string_view key = word.substr(0, word.find('='));
    const bool telling =
        std::any_of(std::begin(kTelling), std::end(kTelling), [&](std::string_view prefix) {
          return prefix.size() > 2 ? key.starts_with(prefix) : key == prefix;
        });
    if (!kept.empty()) kept += ' ';
    kept += telling || key == word ? std::string(word)
                                   : std::string(key) + "=" + hashed(word.substr(key.size() + 1));
  }
  return kept;
}

void add_system(FactList& facts) {
  const TextFile release = read_text("/etc/os-release");
  std::string_view name = value_of(release.text, "PRETTY_NAME=").value_or("");
  if (name.size() >= 2 && name.front() == '"') name = name.substr(1, name.size() - 2);
  facts.add("os.name", name, "/etc/os-release");
  utsname kernel{};
  ::uname(&kernel);
  facts.add("kernel.name", kernel.sysname, "uname");
  facts.add("kernel.release", kernel.release, "uname");
  facts.add("kernel.version", kernel.version, "uname");
  facts.add("kernel.machine", kernel.machine, "uname", Stable::yes);
  facts.add("host.name", hashed(kernel.nodename), "uname");
  const TextFile line = read_text("/proc/cmdline");
  facts.add("kernel.command_line", public_command_line(line.text), "/proc/cmdline");
  const std::string config = fmt::format("/boot/config-{}", kernel.release);
  const TextFile options = read_text(config);
  if (options.ok()) {
    facts.add("kernel.read_only_thp_for_fs",
              value_of(options.text, "CONFIG_READ_ONLY_THP_FOR_FS=").value_or("n"), config);
  } else {
    facts.missing("kernel.read_only_thp_for_fs", config, options.error);
  }
}

void add_libraries(FactList& facts) {
#ifdef __GLIBC__
  facts.add("libc.version", fmt::format("glibc {}", ::gnu_get_libc_version()),
            "gnu_get_libc_version");
#endif
  facts.add_file("kernel.clocksource",
                 "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  facts.add("kernel.tick_hz", std::int64_t{::sysconf(_SC_CLK_TCK)}, "sysconf");
}

void add_mitigations(FactList& facts) {
  const std::filesystem::path folder = "/sys/devices/system/cpu/vulnerabilities";
  const std::vector<std::string> names = names_in(folder);
  for (const std::string& name : names) facts.add_file("mitigation." + name, folder / name);
  if (names.empty()) facts.add("mitigation", "", folder.native());
}

void add_io_settings(FactList& facts) {
  facts.add_file("io.uring_disabled", "/proc/sys/kernel/io_uring_disabled");
  facts.add_file("io.pipe_max_size", "/proc/sys/fs/pipe-max-size");
  facts.add_file("io.pipe_user_pages_soft", "/proc/sys/fs/pipe-user-pages-soft");
  facts.add_file("io.aio_max_nr", "/proc/sys/fs/aio-max-nr");
  facts.add_file("kernel.perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid");
  facts.add_file("kernel.security_modules", "/sys/kernel/security/lsm");
}

}  // namespace

void add_kernel_facts(FactList& facts) {
  add_system(facts);
  add_libraries(facts);
  add_mitigations(facts);
  add_io_settings(facts);
}

}  // namespace readmark::os::linux_files
