// The schema's versions and the one migrator.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>

namespace readmark::store {

inline constexpr int kApplicationId = 0x52444D4B;  // "RDMK", as in migrations/0001_tables.sql

enum class Schema { fresh, older, current };

/// What is in the file. Throws RuntimeError for a database of another program or of a newer
/// readmark.
Schema inspect(SQLite::Database& database, const std::filesystem::path& path);

/// Applies what is missing, each migration in a transaction of its own that is taken before the
/// version is looked at, so that processes that open a new database at once do not clash.
void migrate(SQLite::Database& database);

/// The statements of all objects, in the order of their making: to compare schemas.
std::string schema_text(SQLite::Database& database);

/// schema_text() of a new database.
std::string expected_schema_text();

}  // namespace readmark::store
