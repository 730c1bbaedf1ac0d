// How much the machine may work now: mains or battery, low power mode, heat.
#pragma once

#include <optional>
#include <string>

namespace readmark::os::macos {

struct Power {
  std::string source;              // as power_source(); empty if pmset does not tell
  std::string low_power_mode;      // "0" or "1"; empty where there is none
  std::optional<int> speed_limit;  // per cent; empty while nothing limits it
};
Power power_now();

}  // namespace readmark::os::macos
