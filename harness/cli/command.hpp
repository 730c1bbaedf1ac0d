// What every subcommand shares. One file per subcommand: it declares its flags and returns what to
// do.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace readmark::cli {

struct Globals {
  std::filesystem::path db;        // --db, $READMARK_DB, or the platform's data folder
  std::filesystem::path data_dir;  // --data-dir, $READMARK_DATA, or the platform's data folder
  bool json = false;  // one strict JSON document on stdout (or in json_file) and nothing else there
  std::filesystem::path json_file;
  bool quiet = false;
  int verbose = 0;
  std::string color = "auto";
};

namespace exit_code {
inline constexpr int success = 0;
inline constexpr int runtime_error = 1;
inline constexpr int usage = 2;
inline constexpr int regression = 3;
inline constexpr int inconclusive = 4;
inline constexpr int nothing_measured = 5;
inline constexpr int case_failed = 6;
inline constexpr int interrupted = 130;
}  // namespace exit_code

/// Runs the subcommand, after all flags were read. Returns an exit code; throws UsageError or
/// RuntimeError.
using Command = std::function<int()>;

/// Each declares the flags of one subcommand on its CLI11 app. `globals` is filled before the
/// Command runs.
Command add_run(CLI::App& app, const Globals& globals);
Command add_show(CLI::App& app, const Globals& globals);
Command add_list(CLI::App& app, const Globals& globals);
Command add_data(CLI::App& app, const Globals& globals);
Command add_host(CLI::App& app, const Globals& globals);
Command add_db(CLI::App& app, const Globals& globals);
Command add_explain(CLI::App& app, const Globals& globals);
Command add_report(CLI::App& app, const Globals& globals);

/// Writes the document where --json asked for it. Call only if globals.json.
void write_json(const Globals& globals, const nlohmann::ordered_json& document);

/// --json is on and the document goes to stdout: human output must not go there.
inline bool stdout_is_json(const Globals& globals) {
  return globals.json && globals.json_file.empty();
}

}  // namespace readmark::cli
