// A cold twin of a file that does not leave the cache: an APFS clone has the file's blocks, and
// pages of its own.
#include <signal.h>
#include <sys/clonefile.h>

#include <atomic>

#include "core/error.hpp"
#include "os/clock.hpp"
#include "os/macos/twin.hpp"
#include "os/macos/twin_name.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

bool is_gone(long process) noexcept {
  return ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

/// What a killed worker could not take away keeps the file's blocks from being freed.
void remove_leftovers(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const auto process = macos::process_of_twin(entry.path().filename().native());
    if (process && is_gone(*process)) std::filesystem::remove(entry.path(), ignored);
  }
}

class CloneTwin final : public Twin {
 public:
  explicit CloneTwin(const std::filesystem::path& of)
      : of_(of), path_(folder_of(of) / macos::twin_name(::getpid(), next_number())) {}
  ~CloneTwin() override { ::unlink(path_.c_str()); }

  const std::filesystem::path& path() const override { return path_; }

  CacheChange renew() override {
    CacheChange change;
    change.method = "clonefile";
    const std::int64_t start = monotonic_ns();
    ::unlink(path_.c_str());
    if (posix::retry([&] { return ::clonefile(of_.c_str(), path_.c_str(), 0); }) != 0) {
      change.call = "clonefile";
      change.error = last_errno();
    } else {
      change.resident = residency(path_);
    }
    change.took_ns = monotonic_ns() - start;
    return change;
  }

 private:
  static unsigned next_number() {
    static std::atomic<unsigned> next{0};
    return next++;
  }

  std::filesystem::path of_;
  std::filesystem::path path_;
};

}  // namespace

std::unique_ptr<Twin> macos::twin_of(const std::filesystem::path& path) {
  remove_leftovers(folder_of(path));
  auto twin = std::make_unique<CloneTwin>(path);
  if (twin->renew().error) return nullptr;
  return twin;
}

std::unique_ptr<Twin> twin_if_it_stays(const std::filesystem::path& path) {
  const CacheChange change = evict(path, false);
  const bool stays = !change.error && change.resident.value_or(0) > 0;
  return stays ? macos::twin_of(path) : nullptr;
}

}  // namespace readmark::os
