// What is read: one file, as every later stage knows it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/digest.hpp"

namespace readmark {

struct Dataset {
  std::string name;  // the label in case names: "150mb", or pct(basename)@digest for a user's file;
                     // "-" for none
  std::string kind;  // "file" or "none"
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;          // an unterminated last line counts
  std::uint64_t newline_bytes = 0;  // '\n'
  std::uint64_t cr_bytes = 0;       // '\r'
  std::uint64_t longest_line = 0;   // bytes without the line's ending
  Digest digest;
  std::string spec;       // JSON of what generated it; empty for a user's file
  std::string generator;  // generator and its version; empty for a user's file
};

/// The dataset of the cases that read no file.
inline Dataset no_data() {
  Dataset none;
  none.name = std::string("-");
  none.kind = std::string("none");
  return none;
}

}  // namespace readmark
