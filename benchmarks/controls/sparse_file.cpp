// sparse_file: a file that is one hole.
#include <unistd.h>

#include <cerrno>

#include "benchmarks/controls/unwritten_strategy.hpp"

namespace readmark {
namespace {

int make_hole(int fd, std::uint64_t bytes) {
  return ::ftruncate(fd, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
}

}  // namespace

const Strategy& read_sparse_file() {
  static const UnwrittenStrategy strategy("control: reads a file of the same size that is one hole",
                                          make_hole);
  return strategy;
}

}  // namespace readmark
