// readmark db info|check: the result database itself.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/command.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "store/store.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
constexpr int kSchemaVersion = 1;

ordered_json or_null(const std::optional<std::int64_t>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

void warn(const store::Store& store) {
  if (!store.warning().empty()) std::cerr << "readmark: " << store.warning() << '\n';
}

ordered_json info_json(const store::Store& store, const store::StoreInfo& info) {
  return {{"schema_version", kSchemaVersion},
          {"db", display_path(store.path())},
          {"bytes", info.bytes},
          {"wal_bytes", info.wal_bytes},
          {"database_version", info.schema_version},
          {"journal_mode", info.journal_mode},
          {"page_size", info.page_size},
          {"pages", info.pages},
          {"free_pages", info.free_pages},
          {"first_run_ns", or_null(info.first_run_ns)},
          {"last_run_ns", or_null(info.last_run_ns)},
          {"rows", info.rows}};
}

void print_info(const store::Store& store, const store::StoreInfo& info) {
  std::cout << fmt::format("database  {}\n", display_path(store.path()));
  std::cout << fmt::format("size      {} ({} pages of {} bytes, {} free)", human_bytes(info.bytes),
                           info.pages, info.page_size, info.free_pages);
  if (info.wal_bytes > 0)
    std::cout << fmt::format(", and {} in its log", human_bytes(info.wal_bytes));
  std::cout << fmt::format("\nschema    version {}, journal mode {}\n", info.schema_version,
                           info.journal_mode);
  if (info.first_run_ns && info.last_run_ns) {
    std::cout << fmt::format("runs      {}, from {} to {}\n", info.rows.at("run"),
                             utc_text(*info.first_run_ns), utc_text(*info.last_run_ns));
  } else {
    std::cout << "runs      none\n";
  }
  TextTable table({{"table"}, {"rows", Align::right}});
  for (const auto& [name, rows] : info.rows) table.add({name, fmt::format("{}", rows)});
  std::cout << '\n' << table.text();
}

int info_command(const Globals& globals) {
  const auto store = store::Store::open(globals.db, store::Access::read_only);
  warn(store);
  const store::StoreInfo info = store.info();
  if (globals.json) write_json(globals, info_json(store, info));
  if (!stdout_is_json(globals)) print_info(store, info);
  return exit_code::success;
}

int check_command(const Globals& globals) {
  const auto store = store::Store::open(globals.db, store::Access::read_only);
  warn(store);
  const std::vector<std::string> troubles = store.check();
  if (globals.json) {
    write_json(globals, {{"schema_version", kSchemaVersion},
                         {"db", display_path(store.path())},
                         {"ok", troubles.empty()},
                         {"troubles", troubles}});
  }
  if (!stdout_is_json(globals)) {
    for (const std::string& trouble : troubles) std::cout << printable(trouble) << '\n';
    std::cout << fmt::format(
        "{}: {}\n", display_path(store.path()),
        troubles.empty() ? "sound" : fmt::format("{} troubles", troubles.size()));
  }
  return troubles.empty() ? exit_code::success : exit_code::runtime_error;
}

}  // namespace

Command add_db(CLI::App& app, const Globals& globals) {
  app.require_subcommand(1);
  CLI::App* info = app.add_subcommand("info", "Size, schema and number of rows of the database");
  info->fallthrough();
  app.add_subcommand(
         "check",
         "Look for damage and for rows that contradict each other; exit 1 if there are any")
      ->fallthrough();
  return
      [info, &globals] { return info->parsed() ? info_command(globals) : check_command(globals); };
}

}  // namespace readmark::cli
