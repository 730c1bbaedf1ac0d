// Hosts, environments, builds, datasets, cases: inserted once, found by their key afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "store/impl.hpp"
#include "store/keys.hpp"
#include "store/knobs_json.hpp"

namespace readmark::store {
namespace {

std::optional<Id> find(SQLite::Database& database, const char* table, const Key& key) {
  Query query(database, fmt::format("SELECT id FROM {} WHERE key = ?", table), key);
  if (!query.next()) return {};
  Id id = 0;
  query >> id;
  return id;
}

std::optional<std::string> text_or_null(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

Key environment_key(const Key& host, std::span<const FactRow> facts) {
  std::vector<std::vector<std::string>> sorted;
  for (const FactRow& fact : facts) {
    sorted.push_back({fact.name, std::string(to_text(fact.status)), fact.value});
  }
  std::ranges::sort(sorted);
  std::vector<std::string> parts{"environment", to_hex(host)};
  for (const auto& fact : sorted) parts.insert(parts.end(), fact.begin(), fact.end());
  return content_key(parts);
}

}  // namespace

Id Store::record_host(const Key& key, std::string_view label) {
  Id id = 0;
  transaction([&] {
    const auto found = find(impl_->database(), "host", key);
    id = found
             ? *found
             : impl_->insert("INSERT INTO host (key, label) VALUES (?, ?)", key, printable(label));
  });
  return id;
}

Id Store::record_environment(Id host, std::span<const FactRow> facts) {
  Id id = 0;
  transaction([&] {
    Key host_key{};
    Query query(impl_->database(), "SELECT key FROM host WHERE id = ?", host);
    if (query.next()) query >> host_key;
    const Key key = environment_key(host_key, facts);
    if (const auto found = find(impl_->database(), "environment", key)) {
      id = *found;
      return;
    }
    id = impl_->insert("INSERT INTO environment (key, host_id) VALUES (?, ?)", key, host);
    for (const FactRow& fact : facts) {
      const bool known = fact.status == FactStatus::ok;
      impl_->write("INSERT INTO fact VALUES (?, ?, ?, ?, ?)", id, printable(fact.name),
                   known ? std::optional(printable(fact.value)) : std::nullopt,
                   printable(fact.source), fact.status);
    }
  });
  return id;
}

Id Store::record_build(const Build& build) {
  const std::string libraries = nlohmann::json(build.libraries).dump();
  const Key key =
      content_key({"build", build.version, build.revision, build.dirty ? "dirty" : "clean",
                   build.type, build.compiler, build.flags, libraries});
  Id id = 0;
  transaction([&] {
    const auto found = find(impl_->database(), "build", key);
    id = found ? *found
               : impl_->insert(
                     "INSERT INTO build (key, version, revision, dirty, type, compiler, flags, "
                     "libraries)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                     key, build.version, build.revision, build.dirty, build.type, build.compiler,
                     build.flags, libraries);
  });
  return id;
}

Id Store::record_dataset(const Dataset& dataset) {
  const std::string digest = dataset.digest.text();
  const Key key = content_key({"dataset", dataset.kind, fmt::format("{}", dataset.bytes), digest});
  Id id = 0;
  transaction([&] {
    const auto found = find(impl_->database(), "dataset", key);
    id = found ? *found
               : impl_->insert(
                     "INSERT INTO dataset (key, name, kind, bytes, files, lines, newline_bytes, "
                     "cr_bytes,"
                     " longest_line, digest, spec, generator) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "
                     "?, ?, ?)",
                     key, dataset.name, dataset.kind, dataset.bytes, dataset.kind == "file" ? 1 : 0,
                     dataset.lines, dataset.newline_bytes, dataset.cr_bytes, dataset.longest_line,
                     digest, text_or_null(dataset.spec), text_or_null(dataset.generator));
  });
  return id;
}

Id Store::record_case(const Case& bench_case, std::optional<Id> dataset) {
  const std::string knobs = knobs_json(bench_case.knobs);
  Id id = 0;
  transaction([&] {
    Key dataset_key{};
    Query query(impl_->database(), "SELECT key FROM dataset WHERE id = ?", dataset);
    if (query.next()) query >> dataset_key;
    const Key key =
        content_key({"case", bench_case.name, dataset ? to_hex(dataset_key) : std::string()});
    // A knob that came later stands at its fallback in an older case: the same case, told in more
    // words.
    impl_->write(
        "INSERT INTO bench_case (key, name, origin, workload, strategy, data, dataset_id, knobs, "
        "cache, use)"
        " VALUES (?, ?, 'own', ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET knobs = "
        "excluded.knobs"
        " WHERE knobs <> excluded.knobs",
        key, bench_case.name, bench_case.workload, bench_case.strategy, bench_case.data, dataset,
        knobs, bench_case.cache, bench_case.use);
    id = find(impl_->database(), "bench_case", key).value();
  });
  return id;
}

}  // namespace readmark::store
