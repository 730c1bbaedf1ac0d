// What the files that implement Store share.
#pragma once

#include <utility>

#include "store/connection.hpp"
#include "store/sql.hpp"
#include "store/store.hpp"

namespace readmark::store {

struct Store::Impl {
  Connection connection;
  int depth = 0;  // of transaction()

  SQLite::Database& database() const { return *connection.database; }

  /// Runs `work`; a failure of SQLite becomes a sentence.
  template <class Work>
  decltype(auto) guarded(std::string_view doing, Work&& work) const {
    try {
      return std::forward<Work>(work)();
    } catch (const SQLite::Exception& error) {
      throw_database_error(doing, connection.path, error);
    }
  }

  template <class... Args>
  void write(const std::string& sql, const Args&... args) const {
    guarded("write to", [&] { Query(database(), sql, args...).run(); });
  }

  template <class... Args>
  Id insert(const std::string& sql, const Args&... args) const {
    write(sql, args...);
    return database().getLastInsertRowid();
  }

  /// All rows, each made from its columns by `make(Query&)`.
  template <class Make, class... Args>
  auto all(Make make, const std::string& sql, const Args&... args) const {
    std::vector<decltype(make(std::declval<Query&>()))> rows;
    guarded("read", [&] {
      Query query(database(), sql, args...);
      while (query.next()) rows.push_back(make(query));
    });
    return rows;
  }
};

}  // namespace readmark::store
