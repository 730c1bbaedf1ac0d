// Reading what the tools of macOS print. Pure: builds and is tested on every system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace readmark::os::macos {

/// The value of the first `<key>KEY</key>` of a property list: the text of its string or number, or
/// "yes" or "no". Empty if there is none, or if it is an array or a dictionary.
std::optional<std::string> plist_value(std::string_view plist, std::string_view key);

/// The word after a key on a line of its own, as pmset prints settings: " lowpowermode         1",
/// "	CPU_Speed_Limit 	= 100". Empty if there is none.
std::string setting(std::string_view text, std::string_view key);

/// Where the power comes from, by `pmset -g ps`: "mains", "battery" or "ups"; empty if it does not
/// say.
std::string power_source(std::string_view text);

/// Of what `ioreg -r -l -w 0 -c IOBlockStorageDevice` prints, the part about the device below a
/// disk
/// ("disk0"); empty if there is none. Partitions of the disk do not count.
std::string_view device_of_disk(std::string_view registry, std::string_view disk);

/// `"Product Name"="APPLE SSD AP0512Q"` or `"Physical Block Size" = 4096` in a part of such a text,
/// without the quotes and spaces around; empty if it is not there. The first of several.
std::string registry_value(std::string_view part, std::string_view key);

/// The share of its speed that the processor may use, in per cent, by `pmset -g therm`. Empty if
/// nothing was recorded, which is how a cool machine says that it is one.
std::optional<int> speed_limit(std::string_view text);

/// Programs that are asked about every file that is opened (scanners for malware, mostly), by
/// `systemextensionsctl list`. Empty if it is not such a list.
std::optional<unsigned> endpoint_security_extensions(std::string_view text);

}  // namespace readmark::os::macos
