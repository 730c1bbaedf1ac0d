// MADV_POPULATE_READ rather than MAP_POPULATE: the flag of mmap() fails without a word, this call
// tells.
#include "benchmarks/shared/populate.hpp"

#include <sys/mman.h>

#include <cerrno>

#include "core/error.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr int kMadvPopulateRead = 22;  // Linux 5.14; older headers do not name it

}  // namespace

std::error_code populate(void* address, std::size_t bytes) noexcept {
  while (::madvise(address, bytes, kMadvPopulateRead) != 0) {
    if (errno != EINTR) return last_errno();
  }
  return {};
}

Support populate_support() {
  const os::Buffer page(os::page_size(), os::page_size());
  const std::error_code error = populate(page.data(), page.size());
  if (!error) return {};
  return Support::no(failure_sentence("madvise(MADV_POPULATE_READ)", "a page of memory", error,
                                      "populate:on needs Linux 5.14 or later; leave it out"),
                     error.value());
}

}  // namespace readmark
