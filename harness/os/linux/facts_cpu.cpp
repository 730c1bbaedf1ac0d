// The processor: model, cores, caches, frequency policy, NUMA.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "core/units.hpp"
#include "os/linux/fact_list.hpp"
#include "os/linux/text_file.hpp"
#include "os/memory.hpp"

namespace readmark::os::linux_files {
namespace {

const std::filesystem::path kCpus = "/sys/devices/system/cpu";

/// The instruction sets that reading, copying and scanning may use, of those the processor has.
std::string instruction_sets(std::string_view flags) {
  constexpr std::string_view kKnown[] = {"sse2",     "sse4_2",   "avx",   "avx2",   "avx512f",
                                         "avx512bw", "avx512vl", "bmi2",  "popcnt", "erms",
                                         "fsrm",     "pdpe1gb",  "asimd", "sve",    "sve2"};
  const std::vector<std::string_view> has = words(flags);
  std::string found;
  for (const std::string_view name : kKnown) {
    if (std::find(has.begin(), has.end(), name) == has.end()) continue;
    found += (found.empty() ? "" : " ") + std::string(name);
  }
  return found;
}

/// "0-3,8" is 5.
std::int64_t count_of_list(std::string_view list) {
  std::int64_t count = 0;
  while (!list.empty()) {
    const std::string_view range = list.substr(0, list.find(','));
    const std::size_t dash = range.find('-');
    const auto first = number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(range.substr(dash + 1));
    if (first && last && *last >= *first) count += *last - *first + 1;
    list.remove_prefix(std::min(range.size() + 1, list.size()));
  }
  return count;
}

void add_count(FactList& facts, const char* name, const std::filesystem::path& file,
               Stable stable) {
  const auto list = read_line(file);
  const std::int64_t count = list ? count_of_list(*list) : 0;
  facts.add(name, count > 0 ? std::to_string(count) : "", file.native(), stable);
}

void add_model(FactList& facts) {
  const TextFile cpuinfo = read_text("/proc/cpuinfo");
  const auto add = [&](const char* name, const char* key, Stable stable) {
    facts.add(name, value_of(cpuinfo.text, key).value_or(""), "/proc/cpuinfo", stable);
  };
  if (value_of(cpuinfo.text, "model name")) {
    add("cpu.model", "model name", Stable::yes);
  } else if (const auto board = read_line("/proc/device-tree/model")) {
    facts.add("cpu.model", *board, "/proc/device-tree/model", Stable::yes);
  } else {
    const std::string part =
        fmt::format("{} {}", value_of(cpuinfo.text, "CPU implementer").value_or(""),
                    value_of(cpuinfo.text, "CPU part").value_or(""));
    facts.add("cpu.model", trim(part), "/proc/cpuinfo", Stable::yes);
  }
  add("cpu.vendor", "vendor_id", Stable::no);
  add("cpu.stepping", "stepping", Stable::no);
  add("cpu.microcode", "microcode", Stable::no);
  const auto flags = value_of(cpuinfo.text, "flags");
  const auto features = value_of(cpuinfo.text, "Features");  // the word on ARM
  facts.add("cpu.instruction_sets", instruction_sets(flags ? *flags : features.value_or("")),
            "/proc/cpuinfo");
}

void add_topology(FactList& facts) {
  add_count(facts, "cpu.logical", kCpus / "present", Stable::yes);
  add_count(facts, "cpu.online", kCpus / "online", Stable::no);
  std::set<std::string> cores, packages;
  for (const std::string& name : names_in(kCpus)) {
    const auto package = read_line(kCpus / name / "topology/physical_package_id");
    const auto core = read_line(kCpus / name / "topology/core_id");
    if (!package || !core) continue;
    packages.insert(*package);
    cores.insert(*package + ":" + *core);
  }
  const std::string source = (kCpus / "cpu*/topology").native();
  facts.add("cpu.cores", cores.empty() ? "" : std::to_string(cores.size()), source);
  facts.add("cpu.packages", packages.empty() ? "" : std::to_string(packages.size()), source);
  facts.add_file("cpu.smt", kCpus / "smt/active");
  facts.add("cpu.allowed", std::int64_t{cpu_count()}, "sched_getaffinity");
  facts.add_file("cpu.isolated", kCpus / "isolated");
}

/// Where /sys shows no caches (some hypervisors), the C library may still have asked the processor.
void add_caches_by_sysconf(FactList& facts) {
  const auto add = [&](const char* name, int which, Stable stable) {
    const long bytes = ::sysconf(which);
    facts.add(name, bytes > 0 ? std::to_string(bytes) : "", "sysconf", stable);
  };
#ifdef _SC_LEVEL1_DCACHE_SIZE
  add("cpu.cache.l1d_bytes", _SC_LEVEL1_DCACHE_SIZE, Stable::yes);
  add("cpu.cache.l1i_bytes", _SC_LEVEL1_ICACHE_SIZE, Stable::yes);
  add("cpu.cache.l2_bytes", _SC_LEVEL2_CACHE_SIZE, Stable::yes);
  add("cpu.cache.l3_bytes", _SC_LEVEL3_CACHE_SIZE, Stable::no);  // versions differ in whose share
#else
  facts.add("cpu.cache.l1d_bytes", "", "sysconf");
#endif
}

void add_caches(FactList& facts) {
  const std::filesystem::path caches = kCpus / "cpu0/cache";
  bool any = false;
  for (const std::string& name : names_in(caches)) {
    const auto level = read_line(caches / name / "level");
    const auto type = read_line(caches / name / "type");
    const auto size = parse_size(read_line(caches / name / "size").value_or(""));  // "32K"
    if (!level || !type || !size) continue;
    any = true;
    const char* suffix = *type == "Data" ? "d" : *type == "Instruction" ? "i" : "";
    facts.add(fmt::format("cpu.cache.l{}{}_bytes", *level, suffix), std::to_string(*size),
              (caches / name / "size").native(), Stable::yes);
    if (*suffix == '\0') {
      facts.add_file(fmt::format("cpu.cache.l{}_shared_by", *level),
                     caches / name / "shared_cpu_list");
    }
  }
  if (!any) add_caches_by_sysconf(facts);
}

void add_frequency_policy(FactList& facts) {
  const std::filesystem::path policy = kCpus / "cpu0/cpufreq";
  facts.add_file("cpu.governor", policy / "scaling_governor");
  facts.add_file("cpu.frequency_driver", policy / "scaling_driver");
  facts.add_file("cpu.frequency_min_khz", policy / "cpuinfo_min_freq");
  facts.add_file("cpu.frequency_max_khz", policy / "cpuinfo_max_freq");
  facts.add_file("cpu.energy_preference", policy / "energy_performance_preference");
  facts.add_file("cpu.no_turbo", kCpus / "intel_pstate/no_turbo");
  facts.add_file("cpu.boost", kCpus / "cpufreq/boost");
  facts.add_file("cpu.idle_driver", kCpus / "cpuidle/current_driver");
}

}  // namespace

void add_cpu_facts(FactList& facts) {
  add_model(facts);
  add_topology(facts);
  add_caches(facts);
  add_frequency_policy(facts);
  add_count(facts, "numa.nodes", "/sys/devices/system/node/online", Stable::no);
  facts.add_file("numa.balancing", "/proc/sys/kernel/numa_balancing");
}

}  // namespace readmark::os::linux_files
