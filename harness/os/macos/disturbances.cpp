// What makes a Mac slower than it is, as far as it tells.
#include <fmt/format.h>

#include "os/facts.hpp"
#include "os/macos/power.hpp"
#include "os/macos/sysctl.hpp"
#include "os/macos/tool.hpp"
#include "os/macos/tool_text.hpp"
#include "os/macos/words.hpp"

namespace readmark::os {
namespace {

using namespace macos;

void add_power(std::vector<std::string>& found) {
  const Power power = power_now();
  if (power.low_power_mode == "1")
    found.emplace_back("low power mode is on; switch it off in System Settings, Battery");
  if (power.source == "battery") found.emplace_back("the machine runs on its battery; plug it in");
  if (power.speed_limit.value_or(100) < 100) {
    found.push_back(fmt::format("the processor is hot and held at {} % of its speed; let it cool",
                                *power.speed_limit));
  }
}

void add_memory(std::vector<std::string>& found) {
  const auto level = sysctl_number("kern.memorystatus_vm_pressure_level");
  if (level.value_or(1) <= 1) return;
  found.push_back(
      fmt::format("memory is short (pressure: {}), so that cached files are dropped; "
                  "close other programs",
                  word_of(kPressureLevels, static_cast<std::uint32_t>(*level))));
}

void add_watchers(std::vector<std::string>& found) {
  const auto list = run_tool("/usr/bin/systemextensionsctl", {"list"});
  const unsigned scanners = list ? endpoint_security_extensions(*list).value_or(0) : 0;
  if (scanners > 0) {
    found.push_back(
        fmt::format("{} extension(s) are asked about every file that is opened "
                    "(systemextensionsctl list); exclude the data folder there",
                    scanners));
  }
  const auto backup = run_tool("/usr/bin/tmutil", {"status"});
  if (backup && setting(*backup, "Running") == "1;")
    found.emplace_back("Time Machine is making a backup; wait for its end (tmutil status)");
}

}  // namespace

std::vector<std::string> disturbances() {
  std::vector<std::string> found;
  add_power(found);
  add_memory(found);
  add_watchers(found);
  if (sysctl_number("sysctl.proc_translated").value_or(0) != 0)
    found.emplace_back("this program is translated by Rosetta; build it for arm64");
  if (sysctl_number("kern.hv_vmm_present").value_or(0) != 0) {
    found.emplace_back(
        "this is a virtual machine; its neighbours share the device and the processor, and cold "
        "means cold in the guest only");
  }
  return found;
}

}  // namespace readmark::os
