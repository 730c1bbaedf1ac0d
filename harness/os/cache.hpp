// The page cache: asked, changed, proved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

namespace readmark::os {

/// Share of the file's pages in the cache, 0..1. Empty if this may not be asked for this file or
/// not on this system (a mincore that claims 100 % for a file that is not ours counts as "may not
/// be asked").
std::optional<double> residency(const std::filesystem::path& path);

struct CacheChange {
  std::string
      method;  // "fadvise", "drop_caches", "msync", "unbuffered_open", "standby_purge", "read", ..
  std::error_code error;  // the change could not even be asked for
  const char* call = "";
  std::optional<double> resident;  // afterwards
  std::int64_t took_ns = 0;
};

/// Writes the file's dirty pages back and drops its pages from the cache; asks again up to five
/// times while pages stay. With `global`, additionally the whole system's cache (root only; harms
/// others).
CacheChange evict(const std::filesystem::path& path, bool global);

/// Another name for a file's blocks, with a cache of its own that is empty when the twin is new (an
/// APFS clone). For a file whose pages evict() cannot drop, because somebody has them mapped.
class Twin {
 public:
  virtual ~Twin() = default;  // takes the name away
  virtual const std::filesystem::path& path() const = 0;
  /// A new one in place of the old.
  virtual CacheChange renew() = 0;
};

/// Only where evict() leaves pages of the file behind and a twin can be made beside it; else null,
/// as always where the system has no such thing.
std::unique_ptr<Twin> twin_if_it_stays(const std::filesystem::path& path);

/// Reads the file until it is resident (>= 99.9 %), at most three times. A file that is resident
/// already is not read.
CacheChange warm(const std::filesystem::path& path);

/// What stands between this file and a device, as far as can be told: a reason why reading it from
/// the "device" may still be served from memory. "" if nothing is known, else e.g. "virtual
/// machine", "loop device", "tmpfs" (then cold is impossible), "network filesystem".
std::string upper_layer(const std::filesystem::path& path);

/// True if the filesystem has no device below it (tmpfs, ramfs): cold is impossible.
bool lives_in_memory(const std::filesystem::path& path);

}  // namespace readmark::os
