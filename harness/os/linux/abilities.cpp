// What can be done in a folder, found by trying on a scratch file.
#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstring>
#include <random>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/cache.hpp"
#include "os/counters.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

constexpr std::size_t kScratchBytes = std::size_t{1} << 20;
constexpr std::uint64_t kAllowance = 64 * 1024;  // the program's own text may be read too

/// 1 MiB that is written and on the device; removed by the destructor.
class Scratch {
 public:
  explicit Scratch(const std::filesystem::path& folder) {
    std::random_device random;
    std::mt19937 words(random());
    const std::filesystem::path here = posix::nearest_existing(folder);
    const std::string name = fmt::format(".readmark-scratch-{}-{:08x}", ::getpid(), random());
    path_ = (std::filesystem::is_directory(here, error_) ? here : here.parent_path()) / name;
    File file = File::open(path_, Open::create, error_);
    Buffer bytes(kScratchBytes);
    for (std::size_t i = 0; i < kScratchBytes; i += 4) {
      const auto word = static_cast<std::uint32_t>(words());
      std::memcpy(bytes.data() + i, &word, sizeof word);
    }
    if (!error_) file.write_at(bytes.bytes(), 0, error_);
    if (!error_) file.sync(error_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::error_code error() const { return error_; }

 private:
  std::filesystem::path path_;
  std::error_code error_;
};

struct Pass {
  std::size_t bytes = 0;
  std::optional<std::uint64_t> device_bytes;
  int error = 0;
};

Pass read_scratch(const std::filesystem::path& path, int flags, int read_flags = 0) {
  Pass pass;
  Buffer into(kScratchBytes);
  const posix::Fd fd = posix::open_file(path, O_RDONLY | flags);
  const auto before = process_counters().device_bytes;
  iovec whole{into.data(), into.size()};
  const ssize_t count =
      fd ? posix::retry([&] { return ::preadv2(fd.get(), &whole, 1, 0, read_flags); })
         : ssize_t{-1};
  if (count < 0) pass.error = errno;
  const auto after = process_counters().device_bytes;
  pass.bytes = count < 0 ? 0 : static_cast<std::size_t>(count);
  if (before && after) pass.device_bytes = *after - *before;
  return pass;
}

bool came_from_device(const Pass& pass) {
  return pass.device_bytes && *pass.device_bytes + kAllowance >= kScratchBytes;
}

std::string because(int error) { return "no: " + std::generic_category().message(error); }

std::string cold(const std::filesystem::path& path) {
  if (lives_in_memory(path)) return "no: this filesystem lives in memory";
  const CacheChange change = evict(path, false);
  if (change.error) return fmt::format("no: {}: {}", change.call, change.error.message());
  if (change.resident.value_or(0) > 0) return "no: the pages stay in the cache";
  const Pass pass = read_scratch(path, 0);
  if (!pass.device_bytes && !change.resident)
    return "no: neither residency nor device bytes can be asked";
  if (pass.device_bytes && !came_from_device(pass))
    return "no: the bytes did not come from a device";
  return "yes";
}

std::string direct(const std::filesystem::path& path) {
  if (lives_in_memory(path))
    return "no: this filesystem accepts O_DIRECT and serves it from memory";
  const Pass pass = read_scratch(path, O_DIRECT);
  if (pass.error != 0) return because(pass.error);
  if (pass.device_bytes && !came_from_device(pass))
    return "no: O_DIRECT is accepted, but served from the cache";
  return pass.device_bytes ? "yes" : "no: accepted, but device bytes cannot be asked for a proof";
}

std::string device_bytes(const std::filesystem::path& path) {
  if (!process_counters().device_bytes) return "no: /proc/self/io cannot be read";
  if (lives_in_memory(path)) return "no: this filesystem has no device";
  evict(path, false);
  return came_from_device(read_scratch(path, 0)) ? "yes" : "no: the counter does not move";
}

std::string residency_known(const std::filesystem::path& path) {
  return residency(path) ? "yes" : "no: neither cachestat nor mincore tells";
}

std::string drop_caches() {
  return ::access("/proc/sys/vm/drop_caches", W_OK) == 0 ? "yes" : because(errno);
}

std::string uncached(const std::filesystem::path& path) {
  constexpr int kDontCache = 0x80;  // RWF_DONTCACHE, since Linux 6.14
  const Pass pass = read_scratch(path, 0, kDontCache);
  return pass.error == 0 ? "yes" : because(pass.error);
}

std::string io_uring() {
  struct Parameters {
    std::uint32_t words[30];  // struct io_uring_params
  } parameters{};
  const long fd = ::syscall(SYS_io_uring_setup, 1U, &parameters);
  if (fd < 0) return because(errno);
  posix::Fd(static_cast<int>(fd)).reset();
  return "yes";
}

Fact ability(const char* name, std::string value, const char* source) {
  return {name, std::move(value), source, Fact::Status::ok, false};
}

}  // namespace

std::vector<Fact> abilities(const std::filesystem::path& folder) {
  const Scratch scratch(folder);
  const std::string why_not = scratch.error()
                                  ? fmt::format("no: cannot write a scratch file in {}: {}",
                                                display_path(folder), scratch.error().message())
                                  : "";
  const auto tried = [&](std::string (*probe)(const std::filesystem::path&)) {
    return why_not.empty() ? probe(scratch.path()) : why_not;
  };
  const char* source = "tried on a scratch file";
  return {
      ability("cold", tried(cold), source),
      ability("direct", tried(direct), source),
      ability("residency", tried(residency_known), source),
      ability("device_bytes", tried(device_bytes), source),
      ability("drop_caches", drop_caches(), "/proc/sys/vm/drop_caches"),
      ability("uncached_read", tried(uncached), "preadv2 RWF_DONTCACHE"),
      ability("io_uring", io_uring(), "io_uring_setup"),
  };
}

}  // namespace readmark::os
