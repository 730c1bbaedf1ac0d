// Opening, transactions, and moving the log into the file.
#include "store/store.hpp"

#include "store/impl.hpp"

namespace readmark::store {

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Store Store::open(const std::filesystem::path& path, Access access) {
  auto impl = std::make_unique<Impl>();
  impl->connection = open_connection(path, access);
  return Store(std::move(impl));
}

const std::filesystem::path& Store::path() const { return impl_->connection.path; }
const std::string& Store::warning() const { return impl_->connection.warning; }

void Store::transaction(const std::function<void()>& work) {
  SQLite::Database& database = impl_->database();
  const bool outermost = impl_->depth == 0;
  impl_->guarded("write to", [&] {
    database.exec(outermost ? "BEGIN IMMEDIATE" : "SAVEPOINT inner_work");
    ++impl_->depth;
    try {
      work();
      database.exec(outermost ? "COMMIT" : "RELEASE inner_work");
    } catch (...) {
      --impl_->depth;
      // Fails harmlessly where SQLite rolled back by itself, as on a full disk.
      database.tryExec(outermost ? "ROLLBACK" : "ROLLBACK TO inner_work; RELEASE inner_work");
      throw;
    }
    --impl_->depth;
  });
}

void Store::checkpoint() {
  impl_->guarded("finish", [&] {
    SQLite::Database& database = impl_->database();
    database.setBusyTimeout(0);  // the pragma answers "busy" in a row, it does not fail
    database.execAndGet("PRAGMA wal_checkpoint(TRUNCATE)");
    database.setBusyTimeout(kBusyTimeoutMs);
  });
}

}  // namespace readmark::store
