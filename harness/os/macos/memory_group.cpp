// There is no such limit here.
#include "os/memory_group.hpp"

#include "core/error.hpp"

namespace readmark::os {

MemoryGroup::MemoryGroup(std::uint64_t) {
  throw RuntimeError(
      "cannot limit memory: this system limits no process's cache; on Linux control groups do");
}

MemoryGroup::~MemoryGroup() = default;

}  // namespace readmark::os
