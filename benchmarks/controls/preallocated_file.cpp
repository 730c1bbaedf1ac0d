// preallocated_file: a file whose blocks were allocated and never written.
#include <fcntl.h>

#include <cerrno>

#include "benchmarks/controls/unwritten_strategy.hpp"

namespace readmark {
namespace {

int allocate(int fd, std::uint64_t bytes) {
  return ::fallocate(fd, 0, 0, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
}

}  // namespace

const Strategy& read_preallocated_file() {
  static const UnwrittenStrategy strategy(
      "control: reads a file of the same size that was allocated and never written", allocate);
  return strategy;
}

}  // namespace readmark
