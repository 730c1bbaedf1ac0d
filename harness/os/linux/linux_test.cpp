// What is particular to Linux: proofs of the cache state, other users, unwritten extents, control
// groups.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "os/clock.hpp"
#include "os/counters.hpp"
#include "os/facts.hpp"
#include "os/linux/cgroup.hpp"
#include "os/linux/mounts.hpp"
#include "os/linux/residency.hpp"
#include "os/memory.hpp"
#include "os/posix/posix.hpp"
#include "os/test_support.hpp"

namespace readmark::os {
namespace {

using test::noise_bytes;
using test::TempFolder;
using test::write_file;

constexpr std::size_t kBytes = 8 * 1024 * 1024 + 123;
constexpr std::uint64_t kAllowance = 64 * 1024;

/// A file mapped and touched, as another program would have it.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const posix::Fd fd = posix::open_file(path, O_RDONLY);
    bytes_ = static_cast<const char*>(::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, fd.get(), 0));
    for (std::size_t at = 0; at < kBytes; at += 4096) sum_ = sum_ + bytes_[at];
  }
  ~Mapping() { ::munmap(const_cast<char*>(bytes_), kBytes); }

 private:
  const char* bytes_;
  volatile int sum_ = 0;
};

/// The exit code of `body`, run as an ordinary user. Where we are none, the test needs root.
template <typename Body>
int as_nobody(Body body) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    const bool changed = ::setgid(65534) == 0 && ::setuid(65534) == 0;
    ::prctl(PR_SET_DUMPABLE, 1);  // a changed user hides /proc/self, which one who logged in has
    ::_exit(changed ? body() : 99);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

class LinuxCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    write_file(path_, noise_bytes(kBytes));
    if (lives_in_memory(path_)) GTEST_SKIP() << "no folder on a device here";
    std::filesystem::permissions(folder_.path(), std::filesystem::perms::all);
    std::filesystem::permissions(path_, std::filesystem::perms(0644));
  }

  TempFolder folder_;
  const std::filesystem::path path_ = folder_ / "data";
};

class OrdinaryUserTest : public LinuxCacheTest {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root, to become somebody else";
    LinuxCacheTest::SetUp();
  }
};

TEST_F(LinuxCacheTest, AMappedFileStaysAndIsSeenToStay) {
  {
    const Mapping mapping(path_);
    const CacheChange change = evict(path_, false);
    EXPECT_FALSE(change.error);
    EXPECT_GE(change.resident.value_or(0), 0.9);
  }
  EXPECT_EQ(evict(path_, false).resident, 0.0);
}

TEST_F(LinuxCacheTest, BothWaysToAskAgree) {
  const posix::Fd fd = posix::open_file(path_, O_RDONLY);
  const auto by_cachestat = linux_files::pages_by_cachestat(fd.get(), kBytes);
  if (!by_cachestat) GTEST_SKIP() << "no cachestat in this kernel";
  evict(path_, false);
  std::vector<std::byte> into(1 << 20);
  ASSERT_EQ(::pread(fd.get(), into.data(), into.size(), 0), static_cast<ssize_t>(into.size()));
  // Pages that read-ahead is still filling are in the cache (cachestat) but not yet valid
  // (mincore): wait.
  auto mapped = linux_files::pages_by_mincore(fd.get(), kBytes);
  auto after = linux_files::pages_by_cachestat(fd.get(), kBytes);
  for (int i = 0; i < 1000 && mapped != after; ++i) {
    sleep_ns(1'000'000);
    mapped = linux_files::pages_by_mincore(fd.get(), kBytes);
    after = linux_files::pages_by_cachestat(fd.get(), kBytes);
  }
  EXPECT_EQ(mapped, after);
  EXPECT_GT(after.value_or(0), 0U);
  evict(path_, false);
  EXPECT_EQ(linux_files::pages_by_mincore(fd.get(), kBytes), 0U);
  warm(path_);
  EXPECT_EQ(linux_files::pages_by_mincore(fd.get(), kBytes),
            (kBytes + page_size() - 1) / page_size());
}

TEST_F(LinuxCacheTest, AMappedColdReadIsCountedInFull) {
  if (!process_counters().device_bytes) GTEST_SKIP() << "/proc/self/io may not be read here";
  evict(path_, false);
  const std::uint64_t before = *process_counters().device_bytes;
  const Mapping mapping(path_);
  EXPECT_GE(*process_counters().device_bytes - before + kAllowance, kBytes);
}

TEST_F(OrdinaryUserTest, OwnFilesCanBeMadeColdAndProved) {
  ASSERT_EQ(::chown(path_.c_str(), 65534, 65534), 0);
  EXPECT_EQ(as_nobody([&] {
              if (evict(path_, false).resident != 0.0) return 1;
              const auto before = process_counters().device_bytes;
              if (!before) return 2;
              if (warm(path_).resident != 1.0) return 3;
              return *process_counters().device_bytes - *before + kAllowance >= kBytes ? 0 : 4;
            }),
            0);
}

TEST_F(OrdinaryUserTest, ResidencyOfAFileThatIsNotOursIsNoGuess) {
  evict(path_, false);
  EXPECT_EQ(as_nobody([&] {
              const posix::Fd fd = posix::open_file(path_, O_RDONLY);
              struct stat status {};
              ::fstat(fd.get(), &status);
              if (linux_files::mincore_tells_the_truth(fd.get(), status)) return 1;
              // Kernels before the rule tell everyone the truth; later ones refuse. Never "all of
              // it".
              if (residency(path_).value_or(0.0) != 0.0) return 2;
              const CacheChange change = warm(path_);
              if (change.error || change.method != "read") return 3;
              return evict(path_, false).error ? 4 : 0;
            }),
            0);
  EXPECT_EQ(residency(path_), 0.0) << "an ordinary user can evict what they can read";
}

TEST_F(OrdinaryUserTest, TheGlobalCacheIsForRootOnly) {
  EXPECT_EQ(as_nobody([&] {
              const CacheChange change = evict(path_, true);
              return change.error &&
                             std::string(change.call).find("drop_caches") != std::string::npos
                         ? 0
                         : 1;
            }),
            0);
}

TEST_F(LinuxCacheTest, ReadCallsAreCountedExactly) {
  const posix::Fd fd = posix::open_file(path_, O_RDONLY);
  std::byte byte{};
  const auto before = process_counters().read_syscalls;
  if (!before) GTEST_SKIP() << "/proc/self/io may not be read here";
  for (int i = 0; i < 17; ++i) ASSERT_EQ(::pread(fd.get(), &byte, 1, i), 1);
  EXPECT_EQ(*process_counters().read_syscalls - *before, 17);
}

TEST_F(LinuxCacheTest, MappedPagesAreFileBackedMemory) {
  const MemoryUse before = memory_use();
  const Mapping mapping(path_);
  const Buffer buffer(32 << 20);
  const MemoryUse after = memory_use();
  // The kernel sums per-CPU counts lazily: a few MB either way.
  EXPECT_GE(after.rss_file_bytes.value_or(0) + (4 << 20),
            before.rss_file_bytes.value_or(0) + kBytes);
  EXPECT_GE(after.rss_anon_bytes.value_or(0) + (4 << 20),
            before.rss_anon_bytes.value_or(0) + (32 << 20));
}

TEST(UnwrittenBytes, CountHolesAndPreallocation) {
  const TempFolder folder;
  constexpr std::uint64_t kMany = 4 << 20;
  std::error_code error;
  File sparse = File::open(folder / "sparse", Open::create, error);
  sparse.resize(kMany, error);
  EXPECT_EQ(unwritten_bytes(folder / "sparse"), kMany);
  sparse.write_at(noise_bytes(1 << 20), 1 << 20, error);
  EXPECT_EQ(unwritten_bytes(folder / "sparse"), kMany - (1 << 20));

  const posix::Fd fd = posix::open_file(folder / "allocated", O_RDWR | O_CREAT, 0644);
  if (::fallocate(fd.get(), 0, 0, kMany) != 0)
    GTEST_SKIP() << "this filesystem does not preallocate";
  EXPECT_EQ(unwritten_bytes(folder / "allocated"), kMany);
  std::vector<std::byte> into(kMany);
  ASSERT_EQ(::pread(fd.get(), into.data(), into.size(), 0), static_cast<ssize_t>(kMany));
  EXPECT_EQ(unwritten_bytes(folder / "allocated"), kMany) << "reading makes it no more written";
}

TEST(UpperLayer, MemoryFilesystemsAreNamed) {
  if (!lives_in_memory("/dev/shm")) GTEST_SKIP() << "/dev/shm is no tmpfs here";
  EXPECT_NE(upper_layer("/dev/shm/not/yet").find("tmpfs"), std::string::npos);
  EXPECT_FALSE(lives_in_memory("/proc"));
  for (const Fact& fact : abilities("/dev/shm")) {
    if (fact.name != "cold" && fact.name != "direct") continue;
    EXPECT_TRUE(fact.value.starts_with("no: ")) << fact.name;
  }
}

TEST(Abilities, OfAFolderThatCannotBeWrittenSayWhy) {
  for (const Fact& fact : abilities("/proc")) {
    if (fact.name != "cold" && fact.name != "residency") continue;
    EXPECT_TRUE(fact.value.starts_with("no: cannot write a scratch file in /proc")) << fact.value;
  }
}

TEST(Abilities, OfAFileAreThoseOfItsFolder) {
  const TempFolder folder;
  write_file(folder / "file", noise_bytes(10));
  EXPECT_EQ(abilities(folder / "file").front().value, abilities(folder.path()).front().value);
}

/// A tree with a /proc and control groups of our making.
class CgroupTest : public testing::Test {
 protected:
  void put(const std::string& file, const std::string& text) {
    const std::filesystem::path path = folder_.path() / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::optional<std::uint64_t> limit() const {
    return linux_files::cgroup_memory_limit(folder_.path());
  }

  TempFolder folder_;
};

TEST_F(CgroupTest, TheLeastLimitUpToTheRootCounts) {
  put("proc/self/cgroup", "0::/user.slice/session\n");
  put("proc/self/mountinfo", "30 25 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
  put("sys/fs/cgroup/user.slice/session/memory.max", "max\n");
  EXPECT_EQ(limit(), std::nullopt);
  put("sys/fs/cgroup/user.slice/memory.max", "1073741824\n");
  EXPECT_EQ(limit(), 1073741824U);
  put("sys/fs/cgroup/user.slice/session/memory.high", "536870912\n");
  EXPECT_EQ(limit(), 536870912U);
  put("sys/fs/cgroup/memory.max", "4096\n");
  EXPECT_EQ(limit(), 4096U);
}

TEST_F(CgroupTest, VersionOneHasItsOwnFileAndNumberForNone) {
  put("proc/self/cgroup", "9:cpu,cpuacct:/a\n4:memory:/a/b\n0::/\n");
  put("proc/self/mountinfo",
      "31 30 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
      "34 30 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  put("sys/fs/cgroup/cpu/a/memory.limit_in_bytes", "1\n");
  put("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(limit(), std::nullopt);
  put("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "2097152\n");
  EXPECT_EQ(limit(), 2097152U);
}

TEST_F(CgroupTest, AContainerSeesItsPartOfTheHierarchy) {
  put("proc/self/mountinfo", "30 25 0:26 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
  put("sys/fs/cgroup/memory.max", "3145728\n");
  put("proc/self/cgroup", "0::/docker/abc\n");
  EXPECT_EQ(limit(), 3145728U);
  put("proc/self/cgroup", "0::/elsewhere\n");
  EXPECT_EQ(limit(), 3145728U);
}

TEST_F(CgroupTest, NothingThereIsNoLimit) { EXPECT_EQ(limit(), std::nullopt); }

TEST(Mounts, LinesAreReadWithTheirEscapes) {
  const auto mounts = linux_files::parse_mounts(
      "26 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n"
      "40 26 0:40 /sub /mnt/a\\040b\\134c ro,nosuid shared:7 master:1 - btrfs /dev/sdb1 "
      "rw,compress=zstd\n"
      "nonsense\n");
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].type, "ext4");
  EXPECT_EQ(mounts[1].point, "/mnt/a b\\c");
  EXPECT_EQ(mounts[1].root, "/sub");
  EXPECT_EQ(mounts[1].device, "0:40");
  EXPECT_EQ(mounts[1].super_options, "rw,compress=zstd");
}

TEST(Mounts, TheRootIsFound) {
  const auto root = linux_files::mount_of("/");
  if (!root) GTEST_SKIP() << "the root is no mount point: this is a changed root";
  EXPECT_EQ(root->point, "/");
  EXPECT_EQ(linux_files::mount_of("/proc/self")->type, "proc");
}

}  // namespace
}  // namespace readmark::os
