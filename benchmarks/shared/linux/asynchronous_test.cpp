// The asynchronous strategies of Linux: what the system refuses is a reason with its errno, and the
// CPU time of the kernel's own threads is counted.
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/testing.hpp"
#include "benchmarks/strategies.hpp"
#include "core/units.hpp"
#include "os/counters.hpp"

namespace readmark {
namespace {

using testing_support::make_dataset;
using testing_support::naive_checksum;
using testing_support::some_text;
using testing_support::TemporaryFolder;

constexpr std::string_view kRings[] = {"uring", "uring_fixed", "uring_defer", "uring_sqpoll",
                                       "uring_iopoll"};

constexpr std::string_view kAll[] = {"uring",        "uring_fixed", "uring_defer", "uring_sqpoll",
                                     "uring_iopoll", "libaio",      "aio"};

/// Null where it is not built.
const Strategy* find(std::string_view name) {
  static const StrategyTable table = all_strategies();
  const StrategyRow* const row = table.find("read", name);
  return row != nullptr && row->make != nullptr ? &row->make() : nullptr;
}

Knobs knobs_of(const Strategy& strategy, const Knobs& asked = {}) {
  return complete(strategy.knobs(), asked, "");
}

Knobs knobs(const std::string& buf, const std::string& depth) {
  Knobs knobs;
  knobs.set("buf", buf);
  knobs.set("depth", depth);
  return knobs;
}

/// Makes one system call fail with EPERM for the calling thread, for good.
void forbid(long call) {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(call), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog filter{std::size(program), program};
  ASSERT_EQ(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ASSERT_EQ(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0), 0);
}

/// Gives up all capabilities of the calling thread, for good: locked memory is limited without.
void become_ordinary() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2]{};
  ASSERT_EQ(::syscall(SYS_capset, &header, none), 0);
}

template <typename Work>
void on_a_thread_of_its_own(Work work) {
  std::thread(work).join();
}

std::string value_of(const Reader& reader, std::string_view key) {
  for (const auto& [name, value] : reader.effective()) {
    if (name == key) return value;
  }
  return "";
}

TEST(Asynchronous, ARingThatIsForbiddenIsAReason) {
  for (const std::string_view name : kRings) {
    const Strategy* const strategy = find(name);
    if (strategy == nullptr) GTEST_SKIP() << "io_uring is not built in";
    on_a_thread_of_its_own([&] {
      forbid(SYS_io_uring_setup);
      const Support support = strategy->support({}, knobs_of(*strategy));
      EXPECT_FALSE(support.yes) << name;
      EXPECT_EQ(support.error, EPERM) << name;
      EXPECT_NE(support.reason.find("io_uring_setup"), std::string::npos) << support.reason;
      const bool cause_named = support.reason.find("io_uring_disabled") != std::string::npos ||
                               support.reason.find("seccomp") != std::string::npos;
      EXPECT_TRUE(cause_named) << support.reason;
      EXPECT_THROW(strategy->reader({}, knobs_of(*strategy)), std::runtime_error) << name;
    });
  }
}

TEST(Asynchronous, AContextThatIsForbiddenIsAReason) {
  const Strategy* const libaio = find("libaio");
  if (libaio == nullptr) GTEST_SKIP() << "libaio is not built in";
  on_a_thread_of_its_own([&] {
    forbid(SYS_io_setup);
    const Support support = libaio->support({}, knobs_of(*libaio));
    EXPECT_FALSE(support.yes);
    EXPECT_EQ(support.error, EPERM);
    EXPECT_NE(support.reason.find("io_setup"), std::string::npos) << support.reason;
  });
}

TEST(Asynchronous, RegisteredBuffersNeedLockedMemory) {
  const Strategy* const fixed = find("uring_fixed");
  if (fixed == nullptr) GTEST_SKIP() << "io_uring is not built in";
  Dataset dataset;
  dataset.bytes = 64 * MiB;
  if (!fixed->support(dataset, knobs_of(*fixed, knobs("1MiB", "1"))).yes)
    GTEST_SKIP() << "io_uring cannot be used here";
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_MEMLOCK, &before), 0);
  const rlimit tight{std::min<rlim_t>(2 * MiB, before.rlim_max), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_MEMLOCK, &tight), 0);
  on_a_thread_of_its_own([&] {
    become_ordinary();
    const Support support = fixed->support(dataset, knobs_of(*fixed, knobs("1MiB", "8")));
    EXPECT_FALSE(support.yes);
    EXPECT_EQ(support.error, ENOMEM);
    EXPECT_NE(support.reason.find("ulimit -l"), std::string::npos) << support.reason;
  });
  EXPECT_EQ(::setrlimit(RLIMIT_MEMLOCK, &before), 0);
}

TEST(Asynchronous, PolledReadsWithoutQueuesForThemAreRefused) {
  const Strategy* const polled = find("uring_iopoll");
  if (polled == nullptr) GTEST_SKIP() << "io_uring is not built in";
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  const Support support = polled->support(dataset, knobs_of(*polled));
  if (support.yes) GTEST_SKIP() << "this device can be polled";
  if (support.reason.find("O_DIRECT") != std::string::npos) GTEST_SKIP() << support.reason;
  EXPECT_TRUE(support.error == EOPNOTSUPP || support.error == EINVAL) << support.reason;
  EXPECT_NE(support.reason.find("nvme.poll_queues"), std::string::npos) << support.reason;
}

TEST(Asynchronous, MoreBlocksThanDepthArriveWholeAndAgain) {
  const TemporaryFolder folder;
  const std::vector<std::byte> content = some_text(1'000'000);
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  const Checksum expected = naive_checksum(Use::digest, content);
  for (const std::string_view name : kAll) {
    const Strategy* const strategy = find(name);
    if (strategy == nullptr) continue;
    const Knobs asked = knobs_of(*strategy, knobs("64KiB", "5"));
    if (!strategy->support(dataset, asked).yes) continue;
    const auto reader = strategy->reader(dataset, asked);
    for (int i = 0; i < 3; ++i) {
      reader->poison(std::byte{0xA5});
      Consumers consumers(Use::digest, 1);
      const Pass pass = reader->pass(consumers);
      EXPECT_FALSE(pass.error) << name << ": " << pass.call << " " << pass.error.message();
      EXPECT_EQ(pass.bytes, content.size()) << name;
      EXPECT_EQ(consumers.checksum(), expected) << name;
    }
  }
}

/// A lease for writing is given only to the one who has the file open alone. What a ring held may
/// be let go a moment later.
bool open_nowhere_else(const std::filesystem::path& path) {
  const Fd file = Fd::open(path.c_str());
  for (int i = 0; i < 1000; ++i) {
    if (::fcntl(file.get(), F_SETLEASE, F_WRLCK) == 0) return true;
    ::usleep(1000);
  }
  return false;
}

TEST(Asynchronous, AfterAPassNothingHoldsTheFile) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  if (!open_nowhere_else(dataset.path)) GTEST_SKIP() << "this filesystem gives no leases";
  for (const std::string_view name : kAll) {
    const Strategy* const strategy = find(name);
    if (strategy == nullptr || !strategy->support(dataset, knobs_of(*strategy)).yes) continue;
    const auto reader = strategy->reader(dataset, knobs_of(*strategy));
    Consumers consumers(Use::touch, 1);
    EXPECT_EQ(reader->pass(consumers).bytes, dataset.bytes) << name;
    EXPECT_TRUE(open_nowhere_else(dataset.path)) << name;
  }
}

TEST(Asynchronous, PassesSayWhatTheyDid) {
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  const auto reader_of = [&](std::string_view name) -> std::unique_ptr<Reader> {
    const Strategy* const strategy = find(name);
    const Knobs asked = strategy == nullptr ? Knobs{} : knobs_of(*strategy, knobs("64KiB", "16"));
    if (strategy == nullptr || !strategy->support(dataset, asked).yes) return nullptr;
    return strategy->reader(dataset, asked);
  };
  for (const std::string_view name : {"uring", "uring_sqpoll", "libaio", "aio"}) {
    const auto reader = reader_of(name);
    if (reader != nullptr) {
      EXPECT_TRUE(value_of(*reader, "depth").starts_with("2:")) << name;
    }
  }
  if (const auto reader = reader_of("uring_sqpoll")) {
    EXPECT_EQ(value_of(*reader, "sqpoll"), "on, idle 1000 ms");
  }
  if (const auto reader = reader_of("uring_fixed")) {
    EXPECT_EQ(value_of(*reader, "registered"), "buffers and file");
  }
}

std::int64_t own_thread_ns() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The poller spins while it waits for work; this thread meanwhile sleeps, so that nearly all CPU
/// time of the process is the poller's. It is asked for until it is seen: no duration is asserted.
TEST(Asynchronous, TheTimeOfAPollerIsCounted) {
  const Strategy* const polled = find("uring_sqpoll");
  if (polled == nullptr || !polled->support({}, knobs_of(*polled)).yes)
    GTEST_SKIP() << "no poller can be had here";
  const TemporaryFolder folder;
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(100'000));
  const auto reader = polled->reader(dataset, knobs_of(*polled));
  const os::ProcessCounters before = os::process_counters();
  const std::int64_t own_before = own_thread_ns();
  std::int64_t of_others = 0;
  for (int i = 0; i < 1000 && of_others < 20'000'000; ++i) {
    Consumers consumers(Use::touch, 1);
    ASSERT_EQ(reader->pass(consumers).bytes, dataset.bytes);
    ::usleep(1000);
    const os::ProcessCounters after = os::process_counters();
    const std::int64_t all = after.user_ns + after.sys_ns - before.user_ns - before.sys_ns;
    of_others = all - (own_thread_ns() - own_before);
  }
  EXPECT_GE(of_others, 20'000'000) << "CPU time beside this thread's, in ns";
}

}  // namespace
}  // namespace readmark
