// A limit on the memory of child processes, page cache included: a small machine on a large one.
#pragma once

#include <cstdint>
#include <filesystem>

namespace readmark::os {

/// Exists as long as the object; what it still holds then is the parent's. Processes enter it as
/// they start (ChildSpec::memory_group), and when they need more than it has, one of them is
/// killed.
class MemoryGroup {
 public:
  /// Throws RuntimeError with the reason where the system has no such limit or none may be made.
  explicit MemoryGroup(std::uint64_t limit_bytes);
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  /// A descriptor: the process that writes "0" to it is in the group.
  int entrance() const noexcept { return entrance_; }

 private:
  std::filesystem::path folder_;
  int entrance_ = -1;
};

}  // namespace readmark::os
