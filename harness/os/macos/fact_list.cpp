// Facts one by one.
#include "os/macos/fact_list.hpp"

#include <cerrno>

#include "core/text.hpp"
#include "os/macos/sysctl.hpp"
#include "os/macos/tool_text.hpp"

namespace readmark::os::macos {

void FactList::add(std::string name, std::string value, std::string source, Stable stable) {
  if (value.empty()) return missing(std::move(name), std::move(source), ENOENT);
  facts_.push_back({std::move(name), printable(value), std::move(source), Fact::Status::ok,
                    stable == Stable::yes});
}

void FactList::missing(std::string name, std::string source, int error) {
  const bool denied = error == EPERM || error == EACCES;
  facts_.push_back({std::move(name), "", std::move(source),
                    denied ? Fact::Status::denied : Fact::Status::absent, false});
}

void FactList::add_sysctl_text(std::string name, const char* variable, Stable stable) {
  const auto value = sysctl_text(variable);
  const std::string source = std::string("sysctl ") + variable;
  if (!value) return missing(std::move(name), source, errno);
  add(std::move(name), *value, source, stable);
}

void FactList::add_sysctl_number(std::string name, const char* variable, Stable stable) {
  const auto value = sysctl_number(variable);
  const std::string source = std::string("sysctl ") + variable;
  if (!value) return missing(std::move(name), source, errno);
  add(std::move(name), std::to_string(*value), source, stable);
}

void FactList::add_sysctl_word(std::string name, const char* variable,
                               std::span<const Word> table) {
  const auto value = sysctl_number(variable);
  const std::string source = std::string("sysctl ") + variable;
  if (!value) return missing(std::move(name), source, errno);
  add(std::move(name), word_of(table, static_cast<std::uint32_t>(*value)), source);
}

void FactList::add_plist(std::string name, const std::optional<std::string>& plist, const char* key,
                         const std::string& source) {
  const auto value = plist ? plist_value(*plist, key) : std::nullopt;
  add(std::move(name), value.value_or(""), source + " " + key);
}

}  // namespace readmark::os::macos
