// A text file compiled into the program (harness/cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace readmark {

struct EmbeddedFile {
  std::string_view name;  // without its folder: "quick.json"
  std::string_view text;
};

}  // namespace readmark
