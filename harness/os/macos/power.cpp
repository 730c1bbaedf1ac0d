// pmset, asked for settings, supply and heat.
#include "os/macos/power.hpp"

#include "os/macos/tool.hpp"
#include "os/macos/tool_text.hpp"

namespace readmark::os::macos {

Power power_now() {
  const auto pmset = [](std::vector<std::string> arguments) {
    return run_tool("/usr/bin/pmset", arguments).value_or("");
  };
  Power power;
  power.low_power_mode = setting(pmset({"-g"}), "lowpowermode");
  power.source = power_source(pmset({"-g", "ps"}));
  power.speed_limit = speed_limit(pmset({"-g", "therm"}));
  return power;
}

}  // namespace readmark::os::macos
