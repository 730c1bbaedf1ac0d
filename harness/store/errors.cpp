// SQLite's failures as sentences that name the database and a way out.
#include <fmt/format.h>
#include <sqlite3.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "store/sql.hpp"

namespace readmark::store {
namespace {

std::string_view way_out(int code) {
  switch (code) {
    case SQLITE_NOTADB:
      return "it is no readmark database: name another file with --db or $READMARK_DB";
    case SQLITE_CORRUPT:
      return "the file is damaged: move it away and start a new one, or put a copy in its place";
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "it must be possible to write the file and its folder: change their permissions, or "
             "name another "
             "database with --db or $READMARK_DB";
    case SQLITE_FULL:
      return "free some space, or name a database elsewhere with --db or $READMARK_DB";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program holds it: wait until it ends, or name another database with --db";
    case SQLITE_IOERR:
    case SQLITE_PROTOCOL:
      return "the storage refused: look at its free space, quota and health, or name a database "
             "elsewhere "
             "with --db or $READMARK_DB";
    case SQLITE_CONSTRAINT:
      return "the row contradicts what is stored; `readmark db check` looks for damage";
    default:
      return "`readmark db check` looks for damage";
  }
}

}  // namespace

void throw_database_error(std::string_view doing, const std::filesystem::path& path,
                          const SQLite::Exception& error) {
  throw RuntimeError(fmt::format("cannot {} the database {}: {} (SQLite {}); {}", doing,
                                 display_path(path), error.what(), error.getErrorCode(),
                                 way_out(error.getErrorCode() & 0xff)));
}

}  // namespace readmark::store
