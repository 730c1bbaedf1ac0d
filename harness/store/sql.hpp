// A thin layer over SQLiteCpp: arguments bound by position, rows read left to right, failures as
// sentences. Only files of harness/store include this.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "store/enum_text.hpp"
#include "store/rows.hpp"

namespace readmark::store {

/// What stands in errors: "cannot DOING the database PATH: WHY; WAY OUT". Throws RuntimeError.
[[noreturn]] void throw_database_error(std::string_view doing, const std::filesystem::path& path,
                                       const SQLite::Exception& error);

class Query {
 public:
  template <class... Args>
  Query(SQLite::Database& database, const std::string& sql, const Args&... args)
      : statement_(database, sql) {
    (bind(args), ...);
  }

  /// Runs a statement that gives no rows.
  void run() { statement_.exec(); }

  /// Runs it once more with other arguments.
  template <class... Args>
  void run_with(const Args&... args) {
    statement_.reset();
    argument_ = 0;
    (bind(args), ...);
    statement_.exec();
  }

  /// True while there is a row; then read its columns with >>.
  bool next() {
    column_ = 0;
    return statement_.executeStep();
  }

  template <class T>
  Query& operator>>(T& value) {
    read(value);
    return *this;
  }

 private:
  template <class T>
  void bind(const T& value) {
    if constexpr (std::is_same_v<T, Key>) {
      statement_.bind(++argument_, value.data(), static_cast<int>(value.size()));
    } else if constexpr (std::is_enum_v<T>) {
      statement_.bind(++argument_, std::string(to_text(value)));
    } else if constexpr (std::is_integral_v<T>) {
      statement_.bind(++argument_, static_cast<std::int64_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      statement_.bind(++argument_, static_cast<double>(value));
    } else {
      statement_.bind(++argument_, std::string(std::string_view(value)));
    }
  }
  template <class T>
  void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      statement_.bind(++argument_);  // NULL
    }
  }

  template <class T>
  void read(T& value) {
    const SQLite::Column column = statement_.getColumn(column_++);
    if constexpr (std::is_same_v<T, Key>) {
      const auto* bytes = static_cast<const std::byte*>(column.getBlob());
      if (column.getBytes() == static_cast<int>(value.size()))
        std::copy_n(bytes, value.size(), value.begin());
    } else if constexpr (std::is_enum_v<T>) {
      value = from_text<T>(column.getString());
    } else if constexpr (std::is_same_v<T, bool>) {
      value = column.getInt64() != 0;
    } else if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(column.getInt64());
    } else if constexpr (std::is_floating_point_v<T>) {
      value = column.getDouble();
    } else {
      value = column.getString();  // NULL reads as ""
    }
  }
  template <class T>
  void read(std::optional<T>& value) {
    if (statement_.getColumn(column_).isNull()) {
      ++column_;
      value.reset();
    } else {
      read(value.emplace());
    }
  }

  SQLite::Statement statement_;
  int argument_ = 0;
  int column_ = 0;
};

}  // namespace readmark::store
