// The schema: what the migrations make, and that it is what is written down.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "store/migrate.hpp"
#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

std::string golden() {
  std::ifstream file(GOLDEN_SCHEMA);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// After a new migration: READMARK_UPDATE_GOLDEN=1 store_test, and look at the difference.
TEST(Schema, MigrationsGiveTheGoldenSchema) {
  const std::string made = expected_schema_text();
  if (std::getenv("READMARK_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(GOLDEN_SCHEMA, std::ios::binary) << made;
  }
  EXPECT_EQ(made, golden());
}

class SchemaObjects : public testing::Test {
 protected:
  SchemaObjects() : database_(":memory:", SQLite::OPEN_READWRITE) { migrate(database_); }

  std::vector<std::string> names(const std::string& where) {
    std::vector<std::string> names;
    Query query(database_,
                "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND " + where);
    while (query.next()) query >> names.emplace_back();
    return names;
  }

  SQLite::Database database_;
};

TEST_F(SchemaObjects, EveryTableIsStrict) {
  Query query(database_,
              "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
              " AND name NOT LIKE 'sqlite_%'");
  int tables = 0;
  while (query.next()) {
    std::string name;
    bool strict = false;
    query >> name >> strict;
    EXPECT_TRUE(strict) << name;
    ++tables;
  }
  EXPECT_EQ(tables, 21);
}

TEST_F(SchemaObjects, EveryViewCanBeRead) {
  const auto views = names("type = 'view'");
  EXPECT_EQ(views.size(), 14u);
  for (const std::string& view : views) {
    EXPECT_NO_THROW(Query(database_, "SELECT * FROM " + view).next()) << view;
  }
}

TEST_F(SchemaObjects, TablesCanBeReadWithoutTrust) {
  database_.exec("PRAGMA trusted_schema = OFF");
  for (const std::string& table : names("type = 'table'")) {
    EXPECT_NO_THROW(Query(database_, "SELECT * FROM " + table).next()) << table;
  }
}

// Without an index on the child's column, removing a parent reads the whole child table.
TEST_F(SchemaObjects, ForeignKeysOfLargeTablesAreIndexed) {
  for (const auto& [table, column] :
       std::vector<std::pair<std::string, std::string>>{{"measurement", "entry_id"},
                                                        {"measurement", "session_id"},
                                                        {"sample", "measurement_id"},
                                                        {"entry", "run_id"},
                                                        {"entry", "case_id"},
                                                        {"session", "run_id"},
                                                        {"summary", "entry_id"}}) {
    Query plan(database_,
               "EXPLAIN QUERY PLAN SELECT 1 FROM " + table + " WHERE " + column + " = 1");
    ASSERT_TRUE(plan.next());
    std::int64_t ignored = 0;
    std::string detail;
    plan >> ignored >> ignored >> ignored >> detail;
    EXPECT_EQ(detail.rfind("SEARCH", 0), 0u) << table << "." << column << ": " << detail;
  }
}

TEST_F(SchemaObjects, VersionsAreSet) {
  EXPECT_EQ(database_.execAndGet("PRAGMA user_version").getInt(), latest_schema_version());
  EXPECT_EQ(database_.execAndGet("PRAGMA application_id").getInt(), kApplicationId);
}

TEST_F(SchemaObjects, MigratingAgainChangesNothing) {
  const std::string before = schema_text(database_);
  migrate(database_);
  EXPECT_EQ(schema_text(database_), before);
}

TEST_F(SchemaObjects, UnknownWordsAreRefused) {
  const std::string run =
      "INSERT INTO run (uuid, kind, seed, argv, settings, started_ns, state) VALUES "
      "('00000000-0000-4000-8000-000000000000', ";
  EXPECT_THROW(database_.exec(run + "'wrong', 0, '[]', '{}', 0, 'running')"), SQLite::Exception);
  EXPECT_THROW(database_.exec(run + "'run', 0, '[]', '{}', 0, 'wrong')"), SQLite::Exception);
  EXPECT_THROW(database_.exec(run + "'run', 'text', '[]', '{}', 0, 'running')"), SQLite::Exception);
  EXPECT_NO_THROW(database_.exec(run + "'run', 0, '[]', '{}', 0, 'running')"));
}

}  // namespace
}  // namespace readmark::store
