// What can be done in a folder, found by trying on a scratch file.
#include <unistd.h>

#include <random>

#include <fmt/format.h>

#include "core/text.hpp"
#include "os/cache.hpp"
#include "os/counters.hpp"
#include "os/facts.hpp"
#include "os/file.hpp"
#include "os/macos/twin.hpp"
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
    const std::filesystem::path here = posix::nearest_existing(folder);
    const std::string name = fmt::format(".readmark-scratch-{}-{:08x}", ::getpid(), random());
    path_ = (std::filesystem::is_directory(here, error_) ? here : here.parent_path()) / name;
    File file = File::open(path_, Open::create, error_);
    Buffer bytes(kScratchBytes);
    for (std::byte& byte : bytes.bytes()) byte = static_cast<std::byte>(random() & 0xff);
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
  int error = 0;
  bool from_device = false;
};

Pass read_scratch(const std::filesystem::path& path, bool uncached) {
  Pass pass;
  Buffer into(kScratchBytes);
  const posix::Fd fd = posix::open_file(path, O_RDONLY);
  if (!fd || (uncached && ::fcntl(fd.get(), F_NOCACHE, 1) != 0)) return {errno, false};
  const auto before = process_counters().device_bytes;
  if (posix::retry([&] { return ::pread(fd.get(), into.data(), into.size(), 0); }) < 0)
    return {errno, false};
  const auto after = process_counters().device_bytes;
  pass.from_device = before && after && *after - *before + kAllowance >= kScratchBytes;
  return pass;
}

std::string because(int error) { return "no: " + std::generic_category().message(error); }

std::string cold(const std::filesystem::path& path) {
  if (lives_in_memory(path)) return "no: this filesystem lives in memory";
  const CacheChange change = evict(path, false);
  if (change.error) return fmt::format("no: {}: {}", change.call, change.error.message());
  if (change.resident.value_or(0) > 0) return "no: the pages stay in the cache";
  return read_scratch(path, false).from_device ? "yes" : "no: the bytes did not come from a device";
}

/// F_NOCACHE still serves what is in the cache; so the file is made cold first.
std::string direct(const std::filesystem::path& path) {
  evict(path, false);
  const Pass pass = read_scratch(path, true);
  if (pass.error != 0) return because(pass.error);
  return pass.from_device ? "yes"
                          : "no: F_NOCACHE is accepted, but the bytes did not come from a device";
}

/// The scratch file stays warm; its clone must come from the device.
std::string cold_twin(const std::filesystem::path& path) {
  warm(path);
  const auto twin = macos::twin_of(path);
  if (twin == nullptr) return "no: clonefile does not work in this folder (APFS has it)";
  return read_scratch(twin->path(), false).from_device
             ? "yes"
             : "no: the clone's bytes did not come from a device";
}

std::string device_bytes(const std::filesystem::path& path) {
  if (!process_counters().device_bytes) return "no: proc_pid_rusage does not tell";
  evict(path, false);
  return read_scratch(path, false).from_device ? "yes" : "no: the counter does not move";
}

std::string residency_known(const std::filesystem::path& path) {
  return residency(path) ? "yes" : "no: mincore does not tell";
}

std::string purge() { return ::geteuid() == 0 ? "yes" : "no: purge wants root; start with sudo"; }

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
      ability("cold_twin", tried(cold_twin), source),
      ability("direct", tried(direct), source),
      ability("residency", tried(residency_known), source),
      ability("device_bytes", tried(device_bytes), source),
      ability("drop_caches", purge(), "purge"),
  };
}

}  // namespace readmark::os
