// readmark host: what is recorded of this machine, what can be done here, what disturbs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"
#include "os/facts.hpp"
#include "run/record.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
using os::Fact;

constexpr int kSchemaVersion = 1;

std::string shown(const Fact& fact) {
  return fact.status == Fact::Status::ok ? printable(fact.value) : fmt::format("({})", os::to_text(fact.status));
}

ordered_json facts_json(const std::vector<Fact>& facts) {
  ordered_json rows = ordered_json::array();
  for (const Fact& fact : facts) {
    rows.push_back({{"name", fact.name},
                    {"value", fact.status == Fact::Status::ok ? ordered_json(printable(fact.value)) : ordered_json(nullptr)},
                    {"source", fact.source},
                    {"status", os::to_text(fact.status)}});
  }
  return rows;
}

std::string section(const std::string& title, const std::vector<Fact>& facts, const Style& style) {
  TextTable table({{"fact"}, {"value"}, {"source"}});
  for (const Fact& fact : facts) table.add({fact.name, shown(fact), fact.source});
  return style.bold(title) + "\n" + table.text("  ") + "\n";
}

int host(const Globals& globals) {
  std::error_code ignored;
  std::filesystem::create_directories(globals.data_dir, ignored);  // abilities() says it if that failed
  const std::string id = store::to_hex(run::this_host_key(host_label()));
  const std::vector<Fact> facts = os::host_facts();
  const std::vector<Fact> storage = os::storage_facts(globals.data_dir);
  const std::vector<Fact> abilities = os::abilities(globals.data_dir);
  const std::vector<std::string> disturbances = os::disturbances();

  if (globals.json) {
    std::vector<Fact> recorded = facts;
    recorded.insert(recorded.end(), storage.begin(), storage.end());
    write_json(globals, {{"schema_version", kSchemaVersion},
                         {"host_id", id},
                         {"label", host_label()},
                         {"facts", facts_json(recorded)},
                         {"abilities", facts_json(abilities)},
                         {"disturbances", disturbances}});
  }
  if (stdout_is_json(globals)) return exit_code::success;

  const Style style = style_for(globals.color);
  const std::string label = host_label().empty() ? "" : " (" + printable(host_label()) + ")";
  std::cout << fmt::format("host {}{}\n\n", id, label) << section("machine", facts, style)
            << section("storage under " + display_path(globals.data_dir), storage, style) << section("what can be done here", abilities, style)
            << style.bold("what disturbs") << "\n";
  for (const std::string& sentence : disturbances) std::cout << "  " << printable(sentence) << "\n";
  if (disturbances.empty()) std::cout << "  nothing that is known\n";
  return exit_code::success;
}

}  // namespace

Command add_host(CLI::App&, const Globals& globals) {
  return [&globals] { return host(globals); };
}

}  // namespace readmark::cli
