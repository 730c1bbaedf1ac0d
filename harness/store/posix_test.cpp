// What only several processes, users and full disks can show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "store/connection.hpp"
#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// A child process that runs `work` with the writing end of a pipe.
class Child {
 public:
  explicit Child(const std::function<void(int)>& work) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);  // no destructors of the parent's objects
    }
    close(ends[1]);
    from_ = ends[0];
  }
  ~Child() {
    close(from_);
    if (pid_ > 0) wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool read_byte() {
    char byte = 0;
    return ::read(from_, &byte, 1) == 1;
  }
  std::string read_all() {
    std::string text;
    char buffer[4096];
    for (ssize_t n; (n = ::read(from_, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(n));
    }
    return text;
  }
  void kill() { ::kill(pid_, SIGKILL); }
  int wait() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return status;
  }

 private:
  pid_t pid_ = -1;
  int from_ = -1;
};

void tell(int to, const std::string& text) {
  if (::write(to, text.data(), text.size()) < 0) _exit(9);
}

// What `work` failed with, told through the pipe; "" if it did not.
void tell_failure(int to, const std::function<void()>& work) {
  try {
    work();
  } catch (const std::exception& error) {
    tell(to, error.what());
  }
}

TEST(Killed, EveryFinishedMeasurementIsThere) {
  TestFolder folder;
  const auto path = folder / "a.db";
  for (int round = 0; round < 10; ++round) {
    Child child([&](int to) {
      Store store = Store::open(path, Access::read_write);
      const TestRun ids = add_test_run(store);
      for (std::int64_t seq = 0;; ++seq) {
        store.add_measurement(test_measurement(ids, seq), test_samples());
        tell(to, "m");
      }
    });
    std::size_t finished = 0;
    for (int i = 0; i < 1 + round * 3 && child.read_byte(); ++i) ++finished;
    usleep(static_cast<useconds_t>(137 * round));  // anywhere within a measurement
    child.kill();
    finished += child.read_all().size();
    child.wait();

    const Store store = Store::open(path, Access::read_write);
    EXPECT_THAT(store.check(), testing::IsEmpty());
    const auto stored = store.measurements(store.find_run("latest").id).size();
    EXPECT_GE(stored, finished);
    EXPECT_LE(stored, finished + 1);  // committed, but killed before it could tell
  }
}

TEST(Killed, WhileTheDatabaseIsMade) {
  for (int round = 0; round < 12; ++round) {
    TestFolder folder;
    Child child([&](int to) {
      tell(to, "s");
      Store::open(folder / "a.db", Access::read_write);
    });
    child.read_byte();
    usleep(static_cast<useconds_t>(400 * round));
    child.kill();
    child.wait();
    EXPECT_THAT(Store::open(folder / "a.db", Access::read_write).check(), testing::IsEmpty());
  }
}

TEST(Together, FourProcessesOpenANewDatabaseAtOnce) {
  for (int round = 0; round < 3; ++round) {
    TestFolder folder;
    int gate[2];
    ASSERT_EQ(pipe(gate), 0);
    std::vector<std::unique_ptr<Child>> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(std::make_unique<Child>([&](int to) {
        close(gate[1]);
        char byte = 0;
        if (::read(gate[0], &byte, 1) < 0) _exit(9);  // ends when the gate opens
        tell_failure(to, [&] {
          Store store = Store::open(folder / "a.db", Access::read_write);
          const TestRun ids = add_test_run(store);
          for (std::int64_t seq = 0; seq < 10; ++seq) {
            store.add_measurement(test_measurement(ids, seq), test_samples());
          }
          store.checkpoint();
        });
      }));
    }
    close(gate[0]);
    close(gate[1]);
    for (const auto& child : children) EXPECT_EQ(child->read_all(), "");
    for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
    const Store store = Store::open(folder / "a.db", Access::read_only);
    EXPECT_THAT(store.check(), testing::IsEmpty());
    EXPECT_EQ(store.list_runs().size(), 4u);
    const auto rows = store.info().rows;
    EXPECT_EQ(rows.at("measurement"), 40);
    EXPECT_EQ(rows.at("host"), 1);
    EXPECT_EQ(rows.at("bench_case"), 1);
  }
}

TEST(Together, AReaderSeesWhatWasCommitted) {
  TestFolder folder;
  Store writer = Store::open(folder / "a.db", Access::read_write);
  const TestRun ids = add_test_run(writer);
  const Store reader = Store::open(folder / "a.db", Access::read_only);
  writer.transaction([&] {
    writer.add_measurement(test_measurement(ids, 0), test_samples());
    EXPECT_EQ(reader.measurements(ids.run).size(), 0u);  // and does not wait
  });
  EXPECT_EQ(reader.measurements(ids.run).size(), 1u);
}

// Root may write everywhere, so as root these tests become another user.
std::string as_ordinary_user(const std::function<void()>& work) {
  Child child([&](int to) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(8);
    tell_failure(to, work);
  });
  const std::string told = child.read_all();
  EXPECT_EQ(child.wait(), 0);
  return told;
}

class ReadOnlyFolder : public testing::Test {
 protected:
  ReadOnlyFolder() {
    {
      Store store = Store::open(path_, Access::read_write);
      add_test_run(store);
      store.checkpoint();
    }
    mode(folder_.path(), 0555);
  }
  ~ReadOnlyFolder() override { mode(folder_.path(), 0755); }

  static void mode(const std::filesystem::path& path, mode_t bits) {
    ASSERT_EQ(chmod(path.c_str(), bits), 0);
  }

  TestFolder folder_;
  std::filesystem::path path_ = folder_ / "a.db";
};

TEST_F(ReadOnlyFolder, RefusesToWriteAndNamesTheWayOut) {
  for (const mode_t bits : {0444u, 0666u}) {  // a file that may be written does not help
    mode(path_, bits);
    EXPECT_THAT(as_ordinary_user([&] { Store::open(path_, Access::read_write); }),
                AllOf(HasSubstr("cannot open the database"), HasSubstr("a.db"),
                      HasSubstr("permissions"), HasSubstr("--db")))
        << bits;
  }
}

TEST_F(ReadOnlyFolder, AFileThatMayNotBeWrittenIsRefusedToo) {
  if (getuid() != 0) GTEST_SKIP() << "needs a file of another user";
  mode(folder_.path(), 0777);
  mode(path_, 0444);
  EXPECT_THAT(as_ordinary_user([&] { Store::open(path_, Access::read_write); }),
              AllOf(HasSubstr("cannot open the database"), HasSubstr("--db")));
}

TEST_F(ReadOnlyFolder, RefusesToMakeADatabase) {
  EXPECT_THAT(as_ordinary_user([&] { Store::open(folder_ / "new.db", Access::read_write); }),
              AllOf(HasSubstr("new.db"), HasSubstr("--db")));
  EXPECT_THAT(
      as_ordinary_user([&] { Store::open(folder_.path() / "sub" / "b.db", Access::read_write); }),
      AllOf(HasSubstr("cannot create the folder"), HasSubstr("--db")));
}

TEST_F(ReadOnlyFolder, CanBeRead) {
  EXPECT_EQ(as_ordinary_user([&] {
              const Store store = Store::open(path_, Access::read_only);
              if (store.list_runs().size() != 1) throw RuntimeError("not one run");
              if (store.warning().empty()) throw RuntimeError("no warning");
              if (!store.check().empty()) throw RuntimeError(store.check().front());
            }),
            "");
}

TEST_F(ReadOnlyFolder, MayNotBeRead) {
  if (getuid() != 0) GTEST_SKIP() << "needs a file of another user";
  mode(path_, 0600);
  EXPECT_THAT(as_ordinary_user([&] { Store::open(path_, Access::read_only); }),
              AllOf(HasSubstr("cannot open the database"), HasSubstr("permissions")));
}

// As a quota or a full disk would, at a size of the file: the rows from before stay.
TEST(Full, KeepsWhatWasCommitted) {
  TestFolder folder;
  const auto path = folder / "a.db";
  Child child([&](int to) {
    signal(SIGXFSZ, SIG_IGN);
    Store store = Store::open(path, Access::read_write);
    const TestRun ids = add_test_run(store);
    const rlimit limit{512 * 1024, 512 * 1024};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(8);
    tell_failure(to, [&] {
      for (std::int64_t seq = 0; seq < 100'000; ++seq) {
        store.add_measurement(test_measurement(ids, seq), test_samples());
      }
    });
  });
  EXPECT_THAT(child.read_all(), AllOf(HasSubstr("cannot write to the database"), HasSubstr("a.db"),
                                      HasSubstr("free space")));
  EXPECT_EQ(child.wait(), 0);
  const Store store = Store::open(path, Access::read_write);
  EXPECT_THAT(store.check(), testing::IsEmpty());
  EXPECT_GT(store.info().rows.at("measurement"), 10);
}

// "unix-dotfile" is SQLite's way to reach files that has no shared memory, like some network
// filesystems.
TEST(WithoutSharedMemory, WorksAndSaysSo) {
  TestFolder folder;
  const Connection connection =
      open_connection(folder / "a.db", Access::read_write, "unix-dotfile");
  EXPECT_THAT(connection.warning, HasSubstr("no shared memory"));
  EXPECT_EQ(connection.database->execAndGet("PRAGMA journal_mode").getString(), "delete");
  EXPECT_EQ(connection.database->execAndGet("PRAGMA synchronous").getInt(), 3);  // EXTRA
  EXPECT_EQ(connection.database->execAndGet("PRAGMA user_version").getInt(),
            latest_schema_version());
}

TEST(StrangePaths, BytesThatAreNotUtf8) {
  TestFolder folder;
  const auto path = folder / "\xff\xfe.db";
  Store store = Store::open(path, Access::read_write);
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_THAT(sentence_of<RuntimeError>([&] { store.add_label(99, "a", "b"); }),
              HasSubstr("%FF%FE.db"));
}

}  // namespace
}  // namespace readmark::store
