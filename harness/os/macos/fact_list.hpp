// Collects facts with their source and status.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "os/facts.hpp"
#include "os/macos/words.hpp"

namespace readmark::os::macos {

enum class Stable : bool { no, yes };

class FactList {
 public:
  /// An empty value is recorded as absent.
  void add(std::string name, std::string value, std::string source, Stable stable = Stable::no);
  /// `error` is an errno: denied for lack of permission, else absent.
  void missing(std::string name, std::string source, int error);
  void add_sysctl_text(std::string name, const char* variable, Stable stable = Stable::no);
  void add_sysctl_number(std::string name, const char* variable, Stable stable = Stable::no);
  /// A number that has a word.
  void add_sysctl_word(std::string name, const char* variable, std::span<const Word> table);
  /// A value of a property list; absent if there is no list or no such value.
  void add_plist(std::string name, const std::optional<std::string>& plist, const char* key,
                 const std::string& source);

  std::vector<Fact> take() { return std::move(facts_); }

 private:
  std::vector<Fact> facts_;
};

inline std::string yes_no(bool value) { return value ? "yes" : "no"; }

}  // namespace readmark::os::macos
