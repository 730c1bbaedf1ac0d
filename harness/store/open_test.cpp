// Opening a database, and refusing what is none of ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "store/connection.hpp"
#include "store/migrate.hpp"
#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refused(const std::filesystem::path& path, Access access) {
  return sentence_of<RuntimeError>([&] { Store::open(path, access); });
}

void make_database(const std::filesystem::path& path) {
  Store store = Store::open(path, Access::read_write);
  add_test_run(store);
}

TEST(Open, MakesFolderAndFile) {
  TestFolder folder;
  const auto path = folder.path() / "new" / "folder" / "a.db";
  const Store store = Store::open(path, Access::read_write);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_EQ(store.info().schema_version, latest_schema_version());
  EXPECT_EQ(store.warning(), "");
}

TEST(Open, PragmasAreSet) {
  TestFolder folder;
  const Connection connection = open_connection(folder / "a.db", Access::read_write);
  SQLite::Database& database = *connection.database;
  EXPECT_EQ(database.execAndGet("PRAGMA journal_mode").getString(), "wal");
  EXPECT_EQ(database.execAndGet("PRAGMA synchronous").getInt(), 2);  // FULL
  EXPECT_EQ(database.execAndGet("PRAGMA foreign_keys").getInt(), 1);
  EXPECT_EQ(database.execAndGet("PRAGMA trusted_schema").getInt(), 0);
  EXPECT_EQ(database.execAndGet("PRAGMA busy_timeout").getInt(), kBusyTimeoutMs);
}

TEST(Open, ReadOnlyRefusesAMissingFile) {
  TestFolder folder;
  EXPECT_THAT(
      refused(folder / "none.db", Access::read_only),
      AllOf(HasSubstr("there is no database"), HasSubstr("none.db"), HasSubstr("readmark run")));
  EXPECT_FALSE(std::filesystem::exists(folder / "none.db"));
}

TEST(Open, ReadOnlyWritesNothing) {
  TestFolder folder;
  make_database(folder / "a.db");
  Store store = Store::open(folder / "a.db", Access::read_only);
  EXPECT_EQ(store.list_runs().size(), 1u);
  EXPECT_THAT(sentence_of<RuntimeError>([&] { store.record_host(test_host_key("new"), ""); }),
              HasSubstr("cannot write to the database"));
}

TEST(Open, EmptyFileIsNew) {
  TestFolder folder;
  write_file(folder / "a.db", "");
  EXPECT_THAT(refused(folder / "a.db", Access::read_only), HasSubstr("is empty"));
  EXPECT_EQ(Store::open(folder / "a.db", Access::read_write).info().schema_version,
            latest_schema_version());
}

class Refused : public testing::TestWithParam<Access> {
 protected:
  // Refusing must not change the file either.
  std::string refused_and_kept(const std::filesystem::path& path) {
    const std::string before = read_file(path);
    const std::string sentence = refused(path, GetParam());
    EXPECT_EQ(read_file(path), before);
    return sentence;
  }
  TestFolder folder_;
};

TEST_P(Refused, NewerDatabase) {
  { Store::open(folder_ / "a.db", Access::read_write); }
  {
    SQLite::Database((folder_ / "a.db").string(), SQLite::OPEN_READWRITE)
        .exec("PRAGMA user_version = 999");
  }
  EXPECT_THAT(refused_and_kept(folder_ / "a.db"),
              AllOf(HasSubstr("newer readmark"), HasSubstr("schema 999"), HasSubstr("--db")));
}

TEST_P(Refused, AnotherProgramsDatabase) {
  {
    SQLite::Database foreign((folder_ / "a.db").string(),
                             SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    foreign.exec("CREATE TABLE bookmarks (url TEXT)");
  }
  EXPECT_THAT(refused_and_kept(folder_ / "a.db"), HasSubstr("another program"));
}

TEST_P(Refused, NoDatabase) {
  write_file(folder_ / "a.db", std::string(5000, 'x'));
  EXPECT_THAT(refused_and_kept(folder_ / "a.db"),
              AllOf(HasSubstr("a.db"), HasSubstr("no readmark database")));
}

TEST_P(Refused, DamagedSchema) {
  { Store::open(folder_ / "a.db", Access::read_write).checkpoint(); }
  std::string content = read_file(folder_ / "a.db");
  for (std::size_t i = 100; i < 4096; ++i) content[i] = '\x7f';  // the first page after its header
  write_file(folder_ / "a.db", content);
  EXPECT_THAT(refused_and_kept(folder_ / "a.db"), AllOf(HasSubstr("a.db"), HasSubstr("damaged")));
}

TEST_P(Refused, AFolder) {
  std::filesystem::create_directory(folder_ / "a.db");
  EXPECT_THAT(refused(folder_ / "a.db", GetParam()), HasSubstr("is a folder"));
}

INSTANTIATE_TEST_SUITE_P(BothWays, Refused, testing::Values(Access::read_write, Access::read_only));

TEST(Open, FolderThatCannotBeMade) {
  TestFolder folder;
  write_file(folder / "file", "x");
  EXPECT_THAT(refused(folder.path() / "file" / "a.db", Access::read_write),
              AllOf(HasSubstr("cannot create the folder"), HasSubstr("--db")));
}

TEST(Open, OlderDatabaseIsBroughtUpToDate) {
  TestFolder folder;
  {
    Store::open(folder / "a.db", Access::read_write);
    SQLite::Database raw((folder / "a.db").string(), SQLite::OPEN_READWRITE);
    std::vector<std::string> views;
    Query query(raw, "SELECT name FROM sqlite_schema WHERE type = 'view'");
    while (query.next()) query >> views.emplace_back();
    for (const std::string& view : views) raw.exec("DROP VIEW " + view);
    raw.exec("DROP TABLE growth");
    raw.exec("PRAGMA user_version = 1");  // as after the first migration
  }
  EXPECT_THAT(refused(folder / "a.db", Access::read_only), HasSubstr("older schema"));
  const Store store = Store::open(folder / "a.db", Access::read_write);
  EXPECT_TRUE(store.check().empty());
}

// A program that writes with a rollback journal: SQLite does not wait for it when it switches to
// the log.
TEST(Open, WaitsForAWriter) {
  TestFolder folder;
  make_database(folder / "a.db");
  // It waits as every writer of ours does: the opener looks into the file meanwhile.
  SQLite::Database writer((folder / "a.db").string(), SQLite::OPEN_READWRITE, kBusyTimeoutMs);
  writer.execAndGet("PRAGMA journal_mode = DELETE");
  writer.exec("BEGIN IMMEDIATE");
  std::string failure;
  std::thread opener([&] {
    try {
      Store::open(folder / "a.db", Access::read_write);
    } catch (const std::exception& error) {
      failure = error.what();
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  writer.exec("COMMIT");
  opener.join();
  EXPECT_EQ(failure, "");
}

TEST(Open, StrangePaths) {
  TestFolder folder;
  for (const char8_t* name :
       {u8"with space.db", u8"it's %41 #1?x=1&.db", u8"größe-数据.db", u8";drop.db"}) {
    std::filesystem::path path = folder.path() / name;
    if (name[0] == u8'i' && std::filesystem::path::preferred_separator == '\\')
      continue;  // '?' is no name
    make_database(path);
    EXPECT_TRUE(std::filesystem::exists(path));
    EXPECT_EQ(Store::open(path, Access::read_only).list_runs().size(), 1u);
  }
}

TEST(Checkpoint, LeavesOneFile) {
  TestFolder folder;
  Store store = Store::open(folder / "a.db", Access::read_write);
  const TestRun ids = add_test_run(store);
  EXPECT_GT(store.info().wal_bytes, 0u);
  store.checkpoint();
  EXPECT_EQ(store.info().wal_bytes, 0u);
  std::filesystem::copy_file(folder / "a.db", folder / "copy.db");
  EXPECT_EQ(Store::open(folder / "copy.db", Access::read_only).run(ids.run).uuid, ids.uuid);
}

}  // namespace
}  // namespace readmark::store
