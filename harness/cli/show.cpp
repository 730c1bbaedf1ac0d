// readmark show [RUN]: a stored table again.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "cli/run_json.hpp"
#include "cli/table.hpp"

namespace readmark::cli {

Command add_show(CLI::App& app, const Globals& globals) {
  auto selector = std::make_shared<std::string>();
  app.add_option(
      "RUN", *selector,
      "latest[~N], a label K=V, four hex digits of its id, or a database file (default: latest)");
  return [selector, &globals] {
    const FoundRun found = find_stored_run(globals, *selector);
    const run::Result result = run::load_result(found.store, found.run);
    if (globals.json) write_json(globals, run_json(result, found.store.path()));
    if (!stdout_is_json(globals)) std::cout << run_table(result, style_for(globals.color));
    return exit_code::success;
  };
}

}  // namespace readmark::cli
