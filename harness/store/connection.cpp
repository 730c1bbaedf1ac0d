// Opens the database file.
#include "store/connection.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "core/error.hpp"
#include "core/text.hpp"
#include "store/migrate.hpp"
#include "store/sql.hpp"

namespace readmark::store {
namespace {

namespace fs = std::filesystem;

// SQLite takes UTF-8 on Windows and the system's bytes elsewhere: what u8string() gives.
std::string sqlite_name(const fs::path& path) {
  const std::u8string name = path.u8string();
  return {reinterpret_cast<const char*>(name.data()), name.size()};
}

fs::path with_suffix(fs::path path, const char* suffix) {
  path += suffix;
  return path;
}

std::unique_ptr<SQLite::Database> open_file(const std::string& name, int flags,
                                            const std::string& vfs) {
  auto database = std::make_unique<SQLite::Database>(name, flags, kBusyTimeoutMs, vfs);
  database->exec("PRAGMA trusted_schema = OFF");
  database->exec("PRAGMA foreign_keys = ON");
  return database;
}

void refuse_folder(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw RuntimeError(fmt::format("{} is a folder: name a file in it with --db or $READMARK_DB",
                                   display_path(path)));
  }
}

void make_folder_of(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) {
    throw_failure("create the folder", display_path(path.parent_path()), error,
                  "name another database with --db or $READMARK_DB");
  }
}

// Switching a file to the write-ahead log needs it alone for a moment, and SQLite does not always
// wait for that by itself when several processes do it at once.
std::string set_journal_mode(SQLite::Database& database, const char* sql) {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyTimeoutMs);
  while (true) {
    try {
      return database.execAndGet(sql).getString();
    } catch (const SQLite::Exception& error) {
      const bool busy = (error.getErrorCode() & 0xff) == SQLITE_BUSY;
      if (!busy || std::chrono::steady_clock::now() > give_up) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

bool wal_works(SQLite::Database& database) {
  try {
    return set_journal_mode(database, "PRAGMA journal_mode = WAL") == "wal";
  } catch (const SQLite::Exception& error) {
    // What a filesystem without shared memory or locks answers; anything else is a real failure.
    const int code = error.getErrorCode() & 0xff;
    if (code != SQLITE_IOERR && code != SQLITE_PROTOCOL) throw;
    return false;
  }
}

void use_durable_journal(Connection& connection) {
  if (wal_works(*connection.database)) {
    connection.database->exec("PRAGMA synchronous = FULL");
    return;
  }
  set_journal_mode(*connection.database, "PRAGMA journal_mode = DELETE");
  // Without the log, FULL may lose the last commit in a power cut; EXTRA does not.
  connection.database->exec("PRAGMA synchronous = EXTRA");
  connection.warning = fmt::format(
      "the filesystem of {} has no shared memory for a write-ahead log: the database works, but "
      "slower, and "
      "readers and the writer wait for each other",
      display_path(connection.path));
}

void open_for_writing(Connection& connection, const std::string& vfs) {
  make_folder_of(connection.path);
  connection.database =
      open_file(sqlite_name(connection.path), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, vfs);
  SQLite::Database& database = *connection.database;
  const Schema schema = inspect(database, connection.path);
  // SQLite opens a file that it may not write for reading, without a word.
  if (sqlite3_db_readonly(database.getHandle(), "main") == 1) {
    throw SQLite::Exception("the file is read-only", SQLITE_READONLY);
  }
  use_durable_journal(connection);
  if (schema != Schema::current) migrate(database);
}

// A log beside the file means rows that are not in the file yet.
bool has_log(const fs::path& path) {
  std::error_code error;
  const auto bytes = fs::file_size(with_suffix(path, "-wal"), error);
  return !error && bytes > 0;
}

// In a folder that may not be written SQLite cannot make the files by which readers and writers
// agree. Such a database can still be read as one that does not change, if nothing is left in a
// log.
void open_unchanging(Connection& connection, const std::string& vfs) {
  connection.database = open_file("file:" + encode_path(connection.path) + "?immutable=1",
                                  SQLite::OPEN_READONLY | SQLite::OPEN_URI, vfs);
  connection.warning = fmt::format(
      "{} is in a folder that may not be written: it is read without locks, and must not be "
      "changed meanwhile",
      display_path(connection.path));
}

void open_for_reading(Connection& connection, const std::string& vfs) {
  std::error_code ignored;
  if (!fs::exists(connection.path, ignored)) {
    throw RuntimeError(
        fmt::format("there is no database {}: `readmark run` makes one, or name another with --db "
                    "or $READMARK_DB",
                    display_path(connection.path)));
  }
  Schema schema{};
  try {
    connection.database = open_file(sqlite_name(connection.path), SQLite::OPEN_READONLY, vfs);
    schema = inspect(*connection.database, connection.path);
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode() & 0xff;
    const bool folder_refused = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
    if (!folder_refused || has_log(connection.path)) throw;
    open_unchanging(connection, vfs);
    schema = inspect(*connection.database, connection.path);
  }
  if (schema == Schema::fresh) {
    throw RuntimeError(fmt::format("the database {} is empty: `readmark run` fills it",
                                   display_path(connection.path)));
  }
  if (schema == Schema::older) {
    throw RuntimeError(
        fmt::format("the database {} is of an older schema (this readmark's is {}): the next "
                    "`readmark run` into it brings "
                    "it up to date",
                    display_path(connection.path), latest_schema_version()));
  }
}

}  // namespace

Connection open_connection(const fs::path& path, Access access, const std::string& vfs) {
  Connection connection;
  connection.path = fs::absolute(path);
  refuse_folder(connection.path);
  try {
    if (access == Access::read_write) {
      open_for_writing(connection, vfs);
    } else {
      open_for_reading(connection, vfs);
    }
  } catch (const SQLite::Exception& error) {
    throw_database_error("open", connection.path, error);
  }
  return connection;
}

}  // namespace readmark::store
