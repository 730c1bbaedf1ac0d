// One run measures on a host at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace readmark::os {

/// Held until destroyed. Children started meanwhile hold it too, so that a lock that is free means
/// that no orphaned worker reads any more. $READMARK_LOCK names another file than the host's one
/// (tests use it).
class HostLock {
 public:
  /// Waits up to `wait_ns`. Empty if it is still held by someone; `holder` then says by whom ("pid
  /// 1234"), as far as known. Throws RuntimeError when the lock cannot even be opened.
  static std::unique_ptr<HostLock> acquire(std::int64_t wait_ns, std::string& holder);
  virtual ~HostLock() = default;
};

}  // namespace readmark::os
