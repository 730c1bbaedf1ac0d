// Facts one by one, and those that the registry holds.
#include "os/windows/fact_list.hpp"

#include "core/text.hpp"

namespace readmark::os::windows {

void FactList::add(std::string name, std::string value, std::string source) {
  if (value.empty()) return add_absent(std::move(name), std::move(source));
  facts_.push_back({std::move(name), printable(value), std::move(source), Fact::Status::ok, false});
}

void FactList::add_stable(std::string name, std::string value, std::string source) {
  add(std::move(name), std::move(value), std::move(source));
  facts_.back().stable = facts_.back().status == Fact::Status::ok;
}

void FactList::add_failed(std::string name, std::string source, DWORD error) {
  const bool denied = error == ERROR_ACCESS_DENIED || error == ERROR_PRIVILEGE_NOT_HELD;
  facts_.push_back({std::move(name), "", std::move(source),
                    denied ? Fact::Status::denied : Fact::Status::absent, false});
}

void FactList::add_absent(std::string name, std::string source) {
  facts_.push_back({std::move(name), "", std::move(source), Fact::Status::absent, false});
}

void FactList::add_optional(std::string name, const std::optional<std::string>& value,
                            std::string source) {
  if (value && !value->empty()) return add(std::move(name), *value, std::move(source));
  add_absent(std::move(name), std::move(source));
}

void add_registry(FactList& facts, std::string name, const wchar_t* key, const wchar_t* value,
                  bool stable) {
  const std::string source = "HKLM\\" + to_utf8(key) + "\\" + to_utf8(value);
  wchar_t text[512] = {};
  DWORD type = 0, bytes = sizeof text - sizeof text[0];
  const LSTATUS status = RegGetValueW(HKEY_LOCAL_MACHINE, key, value,
                                      RRF_RT_REG_SZ | RRF_RT_REG_DWORD, &type, text, &bytes);
  if (status != ERROR_SUCCESS)
    return facts.add_failed(std::move(name), source, static_cast<DWORD>(status));
  std::string found =
      type == REG_DWORD ? std::to_string(*reinterpret_cast<const DWORD*>(text)) : to_utf8(text);
  found.resize(found.find_last_not_of(' ') + 1);
  stable ? facts.add_stable(std::move(name), std::move(found), source)
         : facts.add(std::move(name), std::move(found), source);
}

}  // namespace readmark::os::windows
