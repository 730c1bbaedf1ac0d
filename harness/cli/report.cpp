// readmark report [RUN]: finds a Python that can draw and has it make the page of a stored run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/find_run.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "os/interrupt.hpp"
#include "os/paths.hpp"
#include "os/process.hpp"

namespace readmark::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kProbeTimeoutNs =
    120'000'000'000;                                    // a first import of matplotlib can be slow
constexpr std::size_t kMaxLine = std::size_t{1} << 26;  // the list of files is one line
constexpr int kOldestMinor = 9, kNewestMinor = 20;      // of Python 3, tried from the newest down

constexpr const char* kProbe =
    "import sys\n"
    "if sys.version_info < (3, 9): sys.exit('it is Python %d.%d, older than 3.9' % "
    "sys.version_info[:2])\n"
    "import jinja2, matplotlib, numpy, sqlite3\n"
    "print('ready')\n";
// The package's folder takes the place of the current folder, from which a stray file could be
// imported.
constexpr const char* kStart =
    "import sys; sys.path[0] = sys.argv.pop(1)\n"
    "from readmark_report.__main__ import main\n"
    "sys.exit(main())\n";

struct Python {
  std::string program;
  std::vector<std::string> arguments;  // before all others: the launcher's "-3"
  std::string name() const {
    return arguments.empty() ? program : program + " " + join(arguments, " ");
  }
};

std::string native_text(const fs::path& path) {
  const std::u8string text = path.u8string();
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

os::ChildSpec child(const Python& python, std::vector<std::string> arguments) {
  os::ChildSpec spec;
  spec.program = os::path_from_argument(python.program);
  spec.arguments = python.arguments;
  spec.arguments.emplace_back("-B");  // no __pycache__ in a source folder
  spec.arguments.emplace_back("-c");
  spec.arguments.insert(spec.arguments.end(), arguments.begin(), arguments.end());
  spec.max_line = kMaxLine;
  return spec;
}

/// The last line that says something: of a traceback, the error.
std::string last_line(const std::string& text) {
  std::string last = "it said nothing";
  for (std::string& line : split(text, '\n')) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = std::move(line);
  }
  return last;
}

/// Why this Python will not do; empty if it will.
std::string trouble_with(const Python& python) {
  os::ChildSpec spec = child(python, {kProbe});
  spec.timeout_ns = kProbeTimeoutNs;
  bool ready = false;
  try {
    const os::ChildEnd end = os::run_child(
        spec, [&](std::string_view line) { ready = ready || line.starts_with("ready"); },
        [] { return os::interrupts() > 0; });
    if (ready && end.how == os::ChildEnd::How::exited && end.code == 0) return {};
    return end.how == os::ChildEnd::How::timed_out ? "no answer" : last_line(end.stderr_tail);
  } catch (const RuntimeError&) {
    return "not there";
  }
}

std::vector<Python> candidates() {
  if (const auto chosen = os::environment("READMARK_PYTHON"); chosen && !chosen->empty())
    return {{*chosen, {}}};
  std::vector<Python> list{{"python3", {}}, {"/usr/bin/python3", {}}};
  for (int minor = kNewestMinor; minor >= kOldestMinor; --minor)
    list.push_back({fmt::format("python3.{}", minor), {}});
  list.push_back({"py", {"-3"}});
  list.push_back({"python", {}});
  return list;
}

Python find_python() {
  std::string tried;
  for (Python& python : candidates()) {
    const std::string trouble = trouble_with(python);
    if (trouble.empty()) return std::move(python);
    if (os::interrupts() > 0) break;
    if (trouble != "not there" || os::environment("READMARK_PYTHON"))
      tried += fmt::format("\n  {}: {}", python.name(), trouble);
  }
  throw RuntimeError(fmt::format(
      "cannot make the report: it needs Python 3.9 or newer with matplotlib, numpy and Jinja2. "
      "Install them:\n"
      "  Debian, Ubuntu:  apt-get install python3-matplotlib python3-numpy python3-jinja2\n"
      "  macOS:           brew install python && python3 -m venv ~/.readmark && "
      "~/.readmark/bin/pip install "
      "matplotlib numpy jinja2 && export READMARK_PYTHON=~/.readmark/bin/python\n"
      "  Windows:         py -3 -m pip install matplotlib numpy jinja2\n"
      "or set READMARK_PYTHON to a Python that has them. Tried:{}",
      tried.empty() ? " no Python was found" : tried));
}

/// The folder that holds the package: $READMARK_REPORT, else beside the installed program, else the
/// source.
fs::path find_package() {
  std::vector<fs::path> places;
  if (const auto chosen = os::environment("READMARK_REPORT"); chosen && !chosen->empty()) {
    places.push_back(os::path_from_argument(*chosen));
  } else {
    places.push_back(os::this_program().parent_path().parent_path() / "share" / "readmark" /
                     "report");
    places.push_back(os::path_from_argument(READMARK_REPORT_SOURCE));
  }
  for (const fs::path& place : places) {
    std::error_code error;
    if (fs::is_regular_file(place / "readmark_report" / "__main__.py", error))
      return fs::absolute(place);
  }
  throw RuntimeError(
      fmt::format("cannot make the report: {} holds no folder readmark_report; set READMARK_REPORT "
                  "to the folder "
                  "that does (report/src of the source)",
                  display_path(places.back())));
}

/// What the package says that it wrote, or a RuntimeError with what it complained about. Empty:
/// interrupted.
nlohmann::ordered_json make_report(const Python& python, const fs::path& db,
                                   const std::string& uuid, const fs::path& out) {
  const os::ChildSpec spec = child(
      python, {kStart, native_text(find_package()), "--json", "--db", native_text(fs::absolute(db)),
               "--run", uuid, "--out", native_text(fs::absolute(out))});
  nlohmann::ordered_json written;
  const auto on_line = [&](std::string_view line) {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(line, nullptr, false);
    if (document.is_object()) written = std::move(document);
  };
  const os::ChildEnd end = os::run_child(spec, on_line, [] { return os::interrupts() > 0; });
  if (end.how == os::ChildEnd::How::stopped || os::interrupts() > 0) return {};
  if (end.how != os::ChildEnd::How::exited || end.code != 0 || !written.contains("page")) {
    std::string why = last_line(end.stderr_tail);
    constexpr std::string_view kPrefix = "readmark_report: ";
    if (why.starts_with(kPrefix)) throw RuntimeError(why.substr(kPrefix.size()));
    throw RuntimeError(
        fmt::format("cannot make the report: {} ended with: {}", python.name(), why));
  }
  return written;
}

/// A folder per run, beside the database: another run's report never stands among this one's files.
fs::path default_folder(const fs::path& db, const std::string& uuid) {
  return fs::absolute(db).parent_path() / (native_text(db.stem()) + "-report") / uuid.substr(0, 8);
}

void print(const nlohmann::ordered_json& written, const fs::path& out, bool quiet) {
  std::cout << written["page"].get<std::string>() << "\n";
  if (quiet) return;
  std::cout << fmt::format("{} figure files and {} table files in {}\n", written["figures"].size(),
                           written["tables"].size(), display_path(fs::absolute(out)));
}

}  // namespace

Command add_report(CLI::App& app, const Globals& globals) {
  struct Flags {
    std::string run, out;
  };
  auto flags = std::make_shared<Flags>();
  app.add_option(
      "RUN", flags->run,
      "latest[~N], a label K=V, four hex digits of its id, or a database file (default: latest)");
  app.add_option("--out", flags->out,
                 "Folder to write into (default: a folder per run beside the database)");
  return [flags, &globals] {
    os::watch_interrupts();
    const auto [db, uuid] = [&] {
      const FoundRun found = find_stored_run(globals, flags->run);
      return std::pair(found.store.path(), found.run.uuid);
    }();
    const fs::path out =
        flags->out.empty() ? default_folder(db, uuid) : os::path_from_argument(flags->out);
    const Python python = find_python();
    const nlohmann::ordered_json written = make_report(python, db, uuid, out);
    if (written.is_null()) return exit_code::interrupted;
    if (globals.json) {
      nlohmann::ordered_json document = {
          {"schema_version", 1}, {"db", display_path(fs::absolute(db))}, {"python", python.name()}};
      document.update(written);
      write_json(globals, document);
    }
    if (!stdout_is_json(globals)) print(written, out, globals.quiet);
    return exit_code::success;
  };
}

}  // namespace readmark::cli
