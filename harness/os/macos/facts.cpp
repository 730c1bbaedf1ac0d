// The facts of a Mac: sysctl, and what comes with the system where that does not tell.
#include "os/facts.hpp"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <thread>

#include "core/text.hpp"
#include "core/units.hpp"
#include "os/affinity.hpp"
#include "os/macos/fact_list.hpp"
#include "os/macos/power.hpp"
#include "os/macos/sysctl.hpp"
#include "os/macos/tool.hpp"
#include "os/macos/tool_text.hpp"
#include "os/macos/words.hpp"
#include "os/memory.hpp"

namespace readmark::os {
namespace {

using namespace macos;

/// What the threads that measure have: no thread inherits its class, so a fresh one tells.
std::string class_of_a_reading_thread() {
  std::string found;
  std::thread([&found] {
    somebody_waits();
    found = service_class();
  }).join();
  return found;
}

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
  facts.add_sysctl_number("cpu.performance_levels", "hw.nperflevels");
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
  facts.add_sysctl_word("memory.pressure_level", "kern.memorystatus_vm_pressure_level",
                        kPressureLevels);
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

void add_power(FactList& facts) {
  const Power power = power_now();
  facts.add("machine.power_source", power.source, "pmset -g ps");
  facts.add("machine.mains_power", power.source.empty() ? "" : yes_no(power.source == "mains"),
            "pmset -g ps");
  facts.add("machine.low_power_mode", power.low_power_mode, "pmset -g");
  facts.add("cpu.speed_limit_percent", power.speed_limit ? std::to_string(*power.speed_limit) : "",
            "pmset -g therm");
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
  const auto extensions = run_tool("/usr/bin/systemextensionsctl", {"list"});
  const auto scanners = extensions ? endpoint_security_extensions(*extensions) : std::nullopt;
  facts.add("watch.endpoint_security", scanners ? std::to_string(*scanners) : "",
            "systemextensionsctl list");
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
  facts.add_sysctl_number("limit.aio_requests_of_process", "kern.aioprocmax");
  facts.add_sysctl_number("limit.aio_requests", "kern.aiomax");
  facts.add_sysctl_number("limit.aio_threads", "kern.aiothreads");
  facts.add("process.nice", std::to_string(::getpriority(PRIO_PROCESS, 0)), "getpriority");
  facts.add("process.service_class", class_of_a_reading_thread(), "qos_class_self");
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

}  // namespace readmark::os
