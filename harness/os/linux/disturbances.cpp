// What disturbs a measurement now, with the way out.
#include <fmt/format.h>

#include "core/units.hpp"
#include "os/counters.hpp"
#include "os/facts.hpp"
#include "os/linux/cgroup.hpp"
#include "os/linux/fact_list.hpp"
#include "os/linux/filesystems.hpp"
#include "os/linux/text_file.hpp"
#include "os/memory.hpp"

namespace readmark::os {
namespace {

using namespace linux_files;
using Sentences = std::vector<std::string>;

void check_frequency(Sentences& found) {
  const auto governor = read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (governor && *governor != "performance") {
    found.push_back(fmt::format(
        "the CPU governor is {}; set it with: cpupower frequency-set -g performance", *governor));
  }
  for (const std::string& name : names_in("/sys/class/power_supply")) {
    const std::filesystem::path supply = "/sys/class/power_supply/" + name;
    if (read_line(supply / "type") == "Mains" && read_number(supply / "online") == 0) {
      found.emplace_back("the machine runs on its battery; plug it in");
    }
  }
}

void check_noise(Sentences& found, const Noise& now) {
  constexpr double kMostStolen = 0.01, kMostPressure = 5.0, kHot = 90.0;
  const unsigned cpus = cpu_count();
  if (now.load.value_or(0) > 0.5 * cpus) {
    found.push_back(fmt::format(
        "the load average is {:.2f} on {} CPUs; wait until other work has ended", *now.load, cpus));
  }
  if (now.steal.value_or(0) > kMostStolen) {
    found.push_back(fmt::format(
        "{:.1f} % of the CPU time since boot went to other virtual machines; use a machine of "
        "its own, or more rounds",
        *now.steal * 100));
  }
  const auto pressure = [&](const char* what, std::optional<double> value) {
    if (value.value_or(0) > kMostPressure) {
      found.push_back(fmt::format(
          "tasks waited for {} in {:.0f} % of the last 10 s; wait until other work has ended", what,
          *value));
    }
  };
  pressure("a CPU", now.psi_cpu);
  pressure("the disk", now.psi_io);
  pressure("memory", now.psi_mem);
  if (now.temp.value_or(0) > kHot) {
    found.push_back(fmt::format(
        "the hottest sensor shows {:.0f} degrees Celsius; let the machine cool down", *now.temp));
  }
}

void check_memory(Sentences& found) {
  if (const auto limit = cgroup_memory_limit()) {
    found.push_back(fmt::format(
        "a control group limits memory to {}; files above half of it cannot be kept warm",
        human_bytes(*limit)));
  }
  const auto damon = read_line("/sys/module/damon_reclaim/parameters/enabled");
  if (damon == "Y") {
    found.emplace_back(
        "DAMON reclaims idle cache; turn it off with: echo N > "
        "/sys/module/damon_reclaim/parameters/enabled");
  }
}

void check_layers(Sentences& found) {
  if (const auto name = hypervisor()) {
    found.push_back(fmt::format(
        "this is a virtual machine ({}): a cold file may still be in the host's cache; use bare "
        "metal for figures about the device",
        *name));
  }
}

void check_watchers(Sentences& found) {
  FactList machine;
  add_machine_facts(machine);
  for (const Fact& fact : machine.take()) {
    const bool watched = fact.name.starts_with("watch.") && fact.status == Fact::Status::ok &&
                         fact.value != "none" && fact.value != "0";
    if (!watched) continue;
    found.push_back(fmt::format(
        "file accesses are watched ({}: {}); stop it, or leave the data folder out of it",
        fact.name, fact.value));
  }
}

}  // namespace

std::vector<std::string> disturbances() {
  Sentences found;
  check_frequency(found);
  check_noise(found, noise());
  check_memory(found);
  check_layers(found);
  check_watchers(found);
  return found;
}

}  // namespace readmark::os
