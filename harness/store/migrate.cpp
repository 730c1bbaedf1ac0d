// Applies the embedded migrations. Their numbers are those of their files: 1, 2, 3, ..
#include "store/migrate.hpp"

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <span>

#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "store/sql.hpp"
#include "store/store.hpp"

namespace readmark::migrations {
std::span<const EmbeddedFile> files();
}

namespace readmark::store {
namespace {

std::int64_t number(SQLite::Database& database, const char* sql) {
  return database.execAndGet(sql).getInt64();
}

// True if there was nothing left to do.
bool apply_next(SQLite::Database& database) {
  database.exec("BEGIN IMMEDIATE");
  try {
    const auto version = static_cast<std::size_t>(number(database, "PRAGMA user_version"));
    const bool done = version >= migrations::files().size();
    if (!done) {
      database.exec(std::string(migrations::files()[version].text));
      database.exec(fmt::format("PRAGMA user_version = {}", version + 1));
    }
    database.exec("COMMIT");
    return done;
  } catch (...) {
    database.tryExec("ROLLBACK");
    throw;
  }
}

}  // namespace

int latest_schema_version() { return static_cast<int>(migrations::files().size()); }

Schema inspect(SQLite::Database& database, const std::filesystem::path& path) {
  // One snapshot: between two reads another process may make the tables.
  const SQLite::Transaction reading(database);
  const auto application = number(database, "PRAGMA application_id");
  const auto version = number(database, "PRAGMA user_version");
  const auto objects = number(database, "SELECT count(*) FROM sqlite_schema");
  if (application == 0 && version == 0 && objects == 0) return Schema::fresh;
  if (application != kApplicationId) {
    throw RuntimeError(
        fmt::format("{} is a database of another program, which readmark leaves alone: name "
                    "another file with --db or "
                    "$READMARK_DB",
                    display_path(path)));
  }
  if (version > latest_schema_version()) {
    throw RuntimeError(
        fmt::format("{} was written by a newer readmark (schema {}, this one knows up to {}): use "
                    "that readmark, or name "
                    "another database with --db or $READMARK_DB",
                    display_path(path), version, latest_schema_version()));
  }
  return version < latest_schema_version() ? Schema::older : Schema::current;
}

void migrate(SQLite::Database& database) {
  while (!apply_next(database)) {
  }
}

std::string schema_text(SQLite::Database& database) {
  std::string text;
  Query query(database, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid");
  for (std::string sql; query.next();) {
    query >> sql;
    text += sql + ";\n";
  }
  return text;
}

std::string expected_schema_text() {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE);
  migrate(database);
  return schema_text(database);
}

}  // namespace readmark::store
