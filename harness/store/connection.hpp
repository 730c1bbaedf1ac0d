// Opens the file: the pragmas, the migrations, and what to do where the usual way is barred.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>
#include <string>

#include "store/store.hpp"

namespace readmark::store {

struct Connection {
  std::filesystem::path path;  // absolute
  std::unique_ptr<SQLite::Database> database;
  std::string warning;
};

/// How long a call waits for another process to end its transaction.
inline constexpr int kBusyTimeoutMs = 30'000;

/// `vfs` is SQLite's name of a way to reach files, empty for the usual one (tests take one without
/// shared memory).
Connection open_connection(const std::filesystem::path& path, Access access,
                           const std::string& vfs = {});

}  // namespace readmark::store
