// The facts of a Mac: sysctl, and what comes with the system where that does not tell.
#include "os/facts.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "core/text.hpp"
#include "core/units.hpp"
#include "os/macos/fact_list.hpp"
#include "os/macos/sysctl.hpp"
#include "os/macos/tool.hpp"
#include "os/memory.hpp"

namespace readmark::os {
namespace {

using namespace macos;

void add_cpu(FactList& facts) {
  facts.add_sysctl_text("cpu.model", "machdep.cpu.brand_string", Stable::yes);
  facts.add_sysctl_text("cpu.vendor", "machdep.cpu.vendor");
  facts.add_sysctl_number("cpu.logical", "hw.logicalcpu_max", Stable::yes);
  facts.add_sysctl_number("cpu.online", "hw.activecpu");
  facts.add_sysctl_number("cpu.cores", "hw.physicalcpu");
  facts.add_sysctl_number("cpu.packages", "hw.packages");
  facts.add("cpu.allowed", std::to_string(cpu_count()), "sysctl hw.activecpu");
  facts.add_sysctl_number("cpu.frequency_nominal_hz", "hw.cpufrequency");
  facts.add_sysctl_number("cpu.cache.l1d_bytes", "hw.l1dcachesize");
  facts.add_sysctl_number("cpu.cache.l1i_bytes", "hw.l1icachesize");
  facts.add_sysctl_number("cpu.cache.l2_bytes", "hw.l2cachesize");
  facts.add_sysctl_number("cpu.cache.l3_bytes", "hw.l3cachesize");
  facts.add_sysctl_number("cpu.cache.line_bytes", "hw.cachelinesize");
  // Fast cores are level 0, efficient ones level 1.
  facts.add_sysctl_number("cpu.performance_cores", "hw.perflevel0.physicalcpu");
  facts.add_sysctl_number("cpu.performance_l2_bytes", "hw.perflevel0.l2cachesize");
  facts.add_sysctl_number("cpu.efficiency_cores", "hw.perflevel1.physicalcpu");
  facts.add_sysctl_number("cpu.efficiency_l2_bytes", "hw.perflevel1.l2cachesize");
}

void add_memory(FactList& facts) {
  facts.add_sysctl_number("memory.bytes", "hw.memsize");
  const auto bytes = sysctl_number("hw.memsize");
  const std::string gib =
      bytes ? std::to_string((static_cast<std::uint64_t>(*bytes) + GiB / 2) / GiB) : "";
  facts.add("memory.gib", gib, "sysctl hw.memsize", Stable::yes);
  facts.add("memory.limit_bytes", std::to_string(memory_limit_bytes()), "hw.memsize, RLIMIT_AS");
  facts.add("memory.page_bytes", std::to_string(page_size()), "sysconf");
  facts.add_sysctl_number("memory.compressor_mode", "vm.compressor_mode");
  facts.add_sysctl_number("memory.pressure_level", "kern.memorystatus_vm_pressure_level");
}

void add_system(FactList& facts) {
  facts.add_sysctl_text("os.version", "kern.osproductversion");
  facts.add_sysctl_text("os.build", "kern.osversion");
  facts.add("os.name", "macOS", "uname");
  utsname kernel{};
  if (::uname(&kernel) == 0) {
    facts.add("kernel.name", kernel.sysname, "uname");
    facts.add("kernel.release", kernel.release, "uname");
    facts.add("kernel.version", kernel.version, "uname");
    facts.add("kernel.machine", kernel.machine, "uname", Stable::yes);
    facts.add("host.name", hashed(kernel.nodename), "uname");
  }
  facts.add_sysctl_text("dmi.product", "hw.model", Stable::yes);
  const auto virtual_machine = sysctl_number("kern.hv_vmm_present");
  facts.add("machine.hypervisor", virtual_machine.value_or(0) != 0 ? "yes" : "none",
            "sysctl kern.hv_vmm_present");
  facts.add("process.translated", yes_no(sysctl_number("sysctl.proc_translated").value_or(0) != 0),
            "sysctl sysctl.proc_translated");
}

/// The word after a key on a line of its own, as pmset prints settings: " lowpowermode         1".
std::string setting(const std::string& text, std::string_view key) {
  for (const std::string& line : split(text, '\n')) {
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string::npos || line.compare(at, key.size(), key) != 0) continue;
    const std::size_t value = line.find_first_not_of(' ', at + key.size());
    if (value != std::string::npos && value > at + key.size())
      return line.substr(value, line.find(' ', value) - value);
  }
  return "";
}

void add_power(FactList& facts) {
  const std::string settings = run_tool("/usr/bin/pmset", {"-g"}).value_or("");
  facts.add("machine.low_power_mode", setting(settings, "lowpowermode"), "pmset -g");
  const std::string supply = run_tool("/usr/bin/pmset", {"-g", "ps"}).value_or("");
  const bool known = supply.find("drawing from") != std::string::npos;
  facts.add("machine.mains_power",
            known ? yes_no(supply.find("'AC Power'") != std::string::npos) : "", "pmset -g ps");
}

/// First line of what a tool says, for settings that have no public call.
std::string first_line(const char* program, const std::vector<std::string>& arguments) {
  const std::string text = run_tool(program, arguments).value_or("");
  return text.substr(0, text.find('\n'));
}

void add_protection(FactList& facts) {
  facts.add("mitigation.system_integrity_protection", first_line("/usr/bin/csrutil", {"status"}),
            "csrutil status");
  facts.add("watch.file_vault", first_line("/usr/bin/fdesetup", {"status"}), "fdesetup status");
}

void add_limit(FactList& facts, const char* name, int which) {
  rlimit limit{};
  if (::getrlimit(which, &limit) != 0) return facts.missing(name, "getrlimit", errno);
  facts.add(name, limit.rlim_cur == RLIM_INFINITY ? "unlimited" : std::to_string(limit.rlim_cur),
            "getrlimit");
}

void add_process(FactList& facts) {
  facts.add("user.is_root", yes_no(::geteuid() == 0), "geteuid");
  add_limit(facts, "limit.open_files", RLIMIT_NOFILE);
  add_limit(facts, "limit.locked_memory_bytes", RLIMIT_MEMLOCK);
  add_limit(facts, "limit.address_space_bytes", RLIMIT_AS);
  add_limit(facts, "limit.file_bytes", RLIMIT_FSIZE);
  facts.add("process.nice", std::to_string(::getpriority(PRIO_PROCESS, 0)), "getpriority");
}

}  // namespace

std::vector<Fact> host_facts() {
  FactList facts;
  add_cpu(facts);
  add_memory(facts);
  add_system(facts);
  add_power(facts);
  add_protection(facts);
  add_process(facts);
  return facts.take();
}

std::vector<std::string> disturbances() {
  std::vector<std::string> found;
  const std::string settings = run_tool("/usr/bin/pmset", {"-g"}).value_or("");
  if (setting(settings, "lowpowermode") == "1")
    found.emplace_back("low power mode is on; switch it off in System Settings, Battery");
  const std::string supply = run_tool("/usr/bin/pmset", {"-g", "ps"}).value_or("");
  if (supply.find("'Battery Power'") != std::string::npos)
    found.emplace_back("the machine runs on its battery; plug it in");
  if (sysctl_number("sysctl.proc_translated").value_or(0) != 0)
    found.emplace_back("this program is translated by Rosetta; build it for arm64");
  if (sysctl_number("kern.hv_vmm_present").value_or(0) != 0) {
    found.emplace_back(
        "this is a virtual machine; its neighbours share the device and the processor, and cold "
        "means cold in "
        "the guest only");
  }
  return found;
}

}  // namespace readmark::os
