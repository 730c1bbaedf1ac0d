// What `readmark db info` and `readmark db check` tell about the database itself.
#include <fmt/format.h>

#include "store/impl.hpp"
#include "store/migrate.hpp"

namespace readmark::store {
namespace {

struct Invariant {
  std::string_view sentence;  // about `id` and `value`
  const char* sql;            // gives both for each trouble
};

constexpr Invariant kInvariants[] = {
    {"measurement {} keeps samples of another number of iterations than it tells: {}",
     "SELECT m.id, m.iterations || ' told, ' || count(DISTINCT s.iteration) || ' kept' FROM "
     "measurement m"
     " LEFT JOIN sample s ON s.measurement_id = m.id WHERE m.samples = 'kept'"
     " GROUP BY m.id HAVING count(DISTINCT s.iteration) <> m.iterations"},
    {"measurement {} says that its samples are {}, but has some",
     "SELECT id, samples FROM measurement m WHERE samples <> 'kept'"
     " AND EXISTS (SELECT 1 FROM sample s WHERE s.measurement_id = m.id)"},
    {"measurement {} is of an entry of another run: {}",
     "SELECT m.id, e.run_id || ' instead of ' || s.run_id FROM measurement m JOIN session s ON "
     "s.id ="
     " m.session_id JOIN entry e ON e.id = m.entry_id WHERE e.run_id <> s.run_id"},
    {"measurement {} has a time outside its samples: {} ns",
     "SELECT id, time_ns FROM measurement WHERE time_ns < min_ns OR time_ns > max_ns"},
    {"measurement {} is ok and has no {}",
     "SELECT id, 'time' FROM measurement WHERE status = 'ok' AND kind <> 'verify' AND time_ns IS "
     "NULL"},
    {"entry {} was measured twice in round {}",
     "SELECT m.entry_id, m.round FROM measurement m JOIN entry e ON e.id = m.entry_id JOIN run r ON"
     " r.id = e.run_id WHERE r.kind = 'run' AND m.kind = 'timed' AND m.scope = 'whole' AND "
     "m.status = 'ok'"
     " AND m.round IS NOT NULL AND e.role <> 'canary' GROUP BY m.entry_id, m.round HAVING count(*) "
     "> 1"},
    {"entry {} is ok, but has no measurement that is ok: {}",
     "SELECT e.id, c.name FROM entry e JOIN bench_case c ON c.id = e.case_id WHERE e.status = 'ok' "
     "AND NOT EXISTS"
     " (SELECT 1 FROM measurement m WHERE m.entry_id = e.id AND m.status = 'ok')"},
    {"entry {} has a summary whose interval leaves out its median: {}",
     "SELECT entry_id, metric FROM summary WHERE median < ci_low OR median > ci_high"},
    {"run {} has a growth whose interval leaves out its exponent: {}",
     "SELECT run_id, name FROM growth WHERE exponent < ci_low OR exponent > ci_high"},
    {"growth of run {} has knobs that are not JSON: {}",
     "SELECT run_id, knobs FROM growth WHERE NOT json_valid(knobs)"},
    {"run {} has a finding about an entry that its plan has not: {}",
     "SELECT f.run_id, f.entry_ordinal FROM finding f WHERE f.entry_ordinal >= 0 AND NOT EXISTS"
     " (SELECT 1 FROM entry e WHERE e.run_id = f.run_id AND e.ordinal = f.entry_ordinal)"},
    {"run {} is not running any more, but has a session without an end: {}",
     "SELECT r.id, s.uuid FROM run r JOIN session s ON s.run_id = r.id WHERE r.state = 'finished' "
     "AND"
     " s.ended_ns IS NULL AND NOT EXISTS (SELECT 1 FROM session t WHERE t.run_id = r.id AND t.id > "
     "s.id)"},
    {"case {} has knobs that are not JSON: {}",
     "SELECT id, knobs FROM bench_case WHERE NOT json_valid(knobs)"},
    {"run {} has arguments that are not JSON: {}",
     "SELECT id, argv FROM run WHERE NOT json_valid(argv)"},
    {"run {} has settings that are not JSON: {}",
     "SELECT id, settings FROM run WHERE NOT json_valid(settings)"},
    {"build {} has libraries that are not JSON: {}",
     "SELECT id, libraries FROM build WHERE NOT json_valid(libraries)"},
    {"measurement {} has effective settings that are not JSON: {}",
     "SELECT id, effective FROM measurement WHERE NOT json_valid(effective)"},
    {"run {} has facts of a placement that are not JSON: {}",
     "SELECT run_id, facts FROM placement WHERE NOT json_valid(facts)"},
};

// One of our own rules may hold for very many rows at once; the first few tell enough.
constexpr std::size_t kMaxPerInvariant = 20;

void check_integrity(SQLite::Database& database, std::vector<std::string>& troubles) {
  Query query(database, "PRAGMA integrity_check");
  for (std::string line; query.next();) {
    query >> line;
    if (line != "ok") troubles.push_back("integrity_check: " + line);
  }
}

void check_foreign_keys(SQLite::Database& database, std::vector<std::string>& troubles) {
  Query query(database, "PRAGMA foreign_key_check");
  while (query.next()) {
    std::string table, parent;
    std::optional<std::int64_t> row;
    query >> table >> row >> parent;
    troubles.push_back(
        fmt::format("foreign_key_check: {} row {} refers to a row of {} that is not there", table,
                    row ? fmt::format("{}", *row) : "?", parent));
  }
}

void check_invariant(SQLite::Database& database, const Invariant& invariant,
                     std::vector<std::string>& troubles) {
  Query query(database, invariant.sql);
  for (std::size_t n = 0; n < kMaxPerInvariant && query.next(); ++n) {
    std::string id, value;
    query >> id >> value;
    troubles.push_back(fmt::format(fmt::runtime(invariant.sentence), id, value));
  }
}

void check_schema(SQLite::Database& database, std::vector<std::string>& troubles) {
  if (schema_text(database) != expected_schema_text()) {
    troubles.push_back(
        "the schema is not that of this readmark: tables, indexes or views were changed");
  }
}

std::uint64_t size_or_zero(std::filesystem::path path, const char* suffix) {
  path += suffix;
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  return error ? 0 : bytes;
}

}  // namespace

std::vector<std::string> Store::check() const {
  std::vector<std::string> troubles;
  SQLite::Database& database = impl_->database();
  const auto careful = [&](const auto& part) {
    try {
      part();
    } catch (const SQLite::Exception& error) {  // damage can stop a query half-way
      troubles.push_back(std::string("reading stopped: ") + error.what());
    }
  };
  careful([&] { check_integrity(database, troubles); });
  careful([&] { check_foreign_keys(database, troubles); });
  careful([&] { check_schema(database, troubles); });
  for (const Invariant& invariant : kInvariants) {
    careful([&] { check_invariant(database, invariant, troubles); });
  }
  return troubles;
}

StoreInfo Store::info() const {
  StoreInfo info;
  impl_->guarded("read", [&] {
    SQLite::Database& database = impl_->database();
    const auto number = [&](const std::string& sql) { return database.execAndGet(sql).getInt64(); };
    info.bytes = size_or_zero(path(), "");
    info.wal_bytes = size_or_zero(path(), "-wal");
    info.schema_version = number("PRAGMA user_version");
    info.page_size = number("PRAGMA page_size");
    info.pages = number("PRAGMA page_count");
    info.free_pages = number("PRAGMA freelist_count");
    info.journal_mode = database.execAndGet("PRAGMA journal_mode").getString();
    Query tables(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    for (std::string table; tables.next();) {
      tables >> table;
      info.rows[table] = number("SELECT count(*) FROM \"" + table + "\"");
    }
    Query span(database, "SELECT min(started_ns), max(started_ns) FROM run");
    if (span.next()) span >> info.first_run_ns >> info.last_run_ns;
  });
  return info;
}

}  // namespace readmark::store
