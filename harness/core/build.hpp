// What this program was built from.
#pragma once

#include <map>
#include <string>

namespace readmark {

struct Build {
  std::string version;
  std::string revision;  // git commit; empty outside a checkout
  bool dirty = false;
  std::string type;      // "Release"
  std::string compiler;  // "GNU 12.2.0"
  std::string flags;
  std::map<std::string, std::string> libraries;  // name -> version
};

Build build();

}  // namespace readmark
