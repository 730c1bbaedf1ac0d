// readmark: the harness. Reads flags, runs one subcommand, turns failures into sentences and exit
// codes.
#include <CLI/CLI.hpp>
#include <iostream>
#include <vector>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "core/build.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "os/paths.hpp"

namespace {

using namespace readmark;

struct Subcommand {
  const char* name;
  const char* summary;
  cli::Command (*add)(CLI::App&, const cli::Globals&);
};

constexpr Subcommand kSubcommands[] = {
    {"run", "Measure: a profile, or a selection of your own", cli::add_run},
    {"show", "A stored table again", cli::add_show},
    {"list", "What there is: strategies, datasets, cases, profiles, runs", cli::add_list},
    {"data", "Make, check or remove datasets", cli::add_data},
    {"host", "What is recorded of this machine, and what can be done here", cli::add_host},
    {"db", "The result database", cli::add_db},
    {"explain", "Why a case takes the time it takes, and why one is slower than another",
     cli::add_explain},
    {"report", "A page with tables and charts of a run", cli::add_report},
};

std::filesystem::path from_environment(const char* variable, const char* name_in_data_folder) {
  const auto value = os::environment(variable);
  return value && !value->empty() ? os::path_from_argument(*value)
                                  : os::data_folder() / name_in_data_folder;
}

struct GlobalFlags {
  std::string db, data_dir, json;
  void declare(CLI::App& app, cli::Globals& globals) {
    app.add_option("--db", db, "Result database (default: $READMARK_DB, else in your data folder)");
    app.add_option("--data-dir", data_dir,
                   "Folder of the datasets (default: $READMARK_DATA, else in your data folder)");
    app.add_flag(
        "--json{-}", json,
        "One JSON document on stdout and nothing else there; --json=FILE writes it to a file");
    app.add_flag("-q,--quiet", globals.quiet, "No progress");
    app.add_flag("-v,--verbose", globals.verbose, "More detail");
    app.add_option("--color", globals.color, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
  }
  void fill(cli::Globals& globals) const {
    globals.db =
        db.empty() ? from_environment("READMARK_DB", "readmark.db") : os::path_from_argument(db);
    globals.data_dir = data_dir.empty() ? from_environment("READMARK_DATA", "data")
                                        : os::path_from_argument(data_dir);
    globals.json = !json.empty();
    if (globals.json && json != "-") globals.json_file = os::path_from_argument(json);
  }
};

int fail(const std::string& sentence, int code) {
  std::cerr << "readmark: " << printable(sentence) << "\n";
  return code;
}

int run(int argc, char** argv) {
  CLI::App app("What is the fastest way to read this file, on this machine, and did it get slower?",
               "readmark");
  app.set_version_flag("--version", "readmark " + build().version);
  app.require_subcommand(0, 1);  // so that a wrong word is named, rather than "one is required"
  cli::Globals globals;
  GlobalFlags flags;
  flags.declare(app, globals);
  cli::Command chosen;
  for (const Subcommand& subcommand : kSubcommands) {
    CLI::App* sub = app.add_subcommand(subcommand.name, subcommand.summary);
    sub->fallthrough();
    sub->callback([&chosen, command = subcommand.add(*sub, globals)] { chosen = command; });
  }

  std::vector<std::string> arguments = os::program_arguments(argc, argv);
  arguments.erase(arguments.begin());
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return fail(fmt::format("{} (see readmark --help)", error.what()), cli::exit_code::usage);
  }
  if (!chosen) return fail("a subcommand is required (see readmark --help)", cli::exit_code::usage);
  flags.fill(globals);
  const int code = chosen();
  std::cout.flush();
  if (!std::cout && code == cli::exit_code::success)
    return fail("cannot write to standard output", cli::exit_code::runtime_error);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const readmark::UsageError& error) {
    return fail(error.what(), readmark::cli::exit_code::usage);
  } catch (const std::exception& error) {
    return fail(error.what(), readmark::cli::exit_code::runtime_error);
  }
}
