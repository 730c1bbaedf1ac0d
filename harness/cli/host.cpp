// readmark host: what is recorded of this machine, what can be done here, and what disturbs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"
#include "os/facts.hpp"
#include "os/paths.hpp"
#include "run/record.hpp"
#include "store/store.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
using os::Fact;
constexpr int kSchemaVersion = 1;

struct Report {
  std::string host_id;
  std::string label;
  std::filesystem::path folder;
  std::vector<Fact> host, storage, abilities;
  std::vector<std::string> disturbances;
};

Report look(const std::filesystem::path& folder) {
  Report report;
  report.label = host_label();
  report.host_id = store::to_hex(run::this_host_key(report.label));
  report.folder = folder;
  report.host = os::host_facts();
  report.storage = os::storage_facts(folder);
  report.abilities = os::abilities(folder);
  report.disturbances = os::disturbances();
  return report;
}

ordered_json facts_json(const std::vector<Fact>& facts) {
  ordered_json rows = ordered_json::array();
  for (const Fact& fact : facts) {
    const bool ok = fact.status == Fact::Status::ok;
    rows.push_back({{"name", fact.name},
                    {"value", ok ? ordered_json(fact.value) : ordered_json(nullptr)},
                    {"source", fact.source},
                    {"status", os::to_text(fact.status)}});
  }
  return rows;
}

ordered_json to_json(const Report& report) {
  return {{"schema_version", kSchemaVersion},
          {"host_id", report.host_id},
          {"label", report.label},
          {"facts", facts_json(report.host)},
          {"folder", display_path(report.folder)},
          {"storage", facts_json(report.storage)},
          {"abilities", facts_json(report.abilities)},
          {"disturbances", report.disturbances}};
}

/// What is not there is only of interest to who asks for it.
std::string facts_text(const std::vector<Fact>& facts, bool verbose) {
  std::vector<TextTable::Column> columns{{"name"}, {"value"}};
  if (verbose) columns = {{"name"}, {"status"}, {"source"}, {"value"}};
  TextTable table(columns);
  for (const Fact& fact : facts) {
    if (verbose)
      table.add({fact.name, std::string(os::to_text(fact.status)), fact.source, fact.value});
    if (!verbose && fact.status == Fact::Status::ok) table.add({fact.name, fact.value});
    if (!verbose && fact.status == Fact::Status::denied) table.add({fact.name, "(denied)"});
  }
  return table.text("  ");
}

void print(const Report& report, const Style& style, bool verbose) {
  std::cout << style.bold("host " + report.host_id);
  if (!report.label.empty()) std::cout << " (" << printable(report.label) << ")";
  std::cout << "\n" << facts_text(report.host, verbose);
  std::cout << "\n"
            << style.bold("storage under " + display_path(report.folder)) << "\n"
            << facts_text(report.storage, verbose);
  std::cout << "\n"
            << style.bold("what can be done there") << "\n"
            << facts_text(report.abilities, verbose);
  std::cout << "\n" << style.bold("what disturbs now") << "\n";
  for (const std::string& sentence : report.disturbances) std::cout << "  " << sentence << "\n";
  if (report.disturbances.empty()) std::cout << "  nothing that is known\n";
}

}  // namespace

Command add_host(CLI::App& app, const Globals& globals) {
  auto place = std::make_shared<std::string>();
  app.add_option("PATH", *place,
                 "File or folder whose storage is described and tried (default: the data folder)");
  return [&globals, place] {
    const Report report = look(place->empty() ? globals.data_dir : os::path_from_argument(*place));
    if (globals.json) write_json(globals, to_json(report));
    if (!stdout_is_json(globals)) print(report, style_for(globals.color), globals.verbose > 0);
    return exit_code::success;
  };
}

}  // namespace readmark::cli
