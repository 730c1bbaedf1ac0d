// madvise() by name.
#include "benchmarks/shared/advice.hpp"

#include <sys/mman.h>

#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "benchmarks/shared/posix/system_map_hints.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr std::string_view kNoCache = "nocache";

/// Negative: this system has no such advice.
int advice_of(std::string_view hint) noexcept {
  if (hint == "sequential") return MADV_SEQUENTIAL;
  if (hint == "random") return MADV_RANDOM;
  if (hint == "willneed") return MADV_WILLNEED;
  if (hint == "hugepage") return huge_page_advice();
  return -1;
}

}  // namespace

int map_hint_flag(std::string_view hint) noexcept { return hint == kNoCache ? no_cache_flag() : 0; }

std::error_code give_map_hint(void* address, std::size_t bytes, std::string_view hint) noexcept {
  if (hint == "none" || hint == kNoCache) return {};
  const int advice = advice_of(hint);
  if (advice < 0) return std::make_error_code(std::errc::not_supported);
  while (::madvise(address, bytes, advice) != 0) {
    if (errno != EINTR) return last_errno();
  }
  return {};
}

Support map_hint_support(const std::filesystem::path& path, std::string_view hint) {
  if (hint == "none") return {};
  if (hint == kNoCache && no_cache_flag() == 0) {
    return Support::no("mmap() of this system has no MAP_NOCACHE, which macOS has; leave it out",
                       ENOTSUP);
  }
  const Fd file = Fd::open(path.c_str());
  const Mapping page(file.get(), os::page_size(), 0, map_hint_flag(hint));
  const os::Buffer memory(os::page_size(), os::page_size());
  void* const address = page.is_mapped() ? page.address() : memory.data();
  const std::error_code error = give_map_hint(address, os::page_size(), hint);
  if (!error) return {};
  return Support::no(failure_sentence("madvise(" + std::string(hint) + ")",
                                      page.is_mapped() ? display_path(path) : "a page of memory",
                                      error, "system or filesystem has no such hint; leave it out"),
                     error.value());
}

}  // namespace readmark
