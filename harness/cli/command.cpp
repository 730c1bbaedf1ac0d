// JSON output, the same for every subcommand.
#include "cli/command.hpp"

#include <fstream>
#include <iostream>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark::cli {

void write_json(const Globals& globals, const nlohmann::ordered_json& document) {
  const std::string text =
      document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  if (globals.json_file.empty()) {
    std::cout << text << std::flush;
    if (!std::cout) throw RuntimeError("cannot write the JSON document to standard output");
    return;
  }
  std::ofstream file(globals.json_file, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  if (!file) {
    throw_failure("write", display_path(globals.json_file), last_errno(),
                  "choose a place that you may write with --json=FILE");
  }
}

}  // namespace readmark::cli
