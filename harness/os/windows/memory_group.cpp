// There is no such limit here.
#include "os/memory_group.hpp"

#include "core/error.hpp"

namespace readmark::os {

MemoryGroup::MemoryGroup(std::uint64_t) {
  throw RuntimeError(
      "cannot limit memory: a job object limits what a process allocates, but not the cache of the "
      "files that it reads; on Linux control groups do");
}

MemoryGroup::~MemoryGroup() = default;

}  // namespace readmark::os
