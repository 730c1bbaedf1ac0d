// The two ways to ask which pages of an open file are in the page cache. Empty where one may not be
// asked.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>

namespace readmark::os::linux_files {

/// Since Linux 6.5; newer kernels refuse it (EPERM) for a file that is neither ours nor writable by
/// us.
std::optional<std::uint64_t> pages_by_cachestat(int fd, std::uint64_t bytes) noexcept;

/// mincore answers "all of it" about a file that is neither ours nor writable by us: ask this
/// first.
bool mincore_tells_the_truth(int fd, const struct stat& status) noexcept;
std::optional<std::uint64_t> pages_by_mincore(int fd, std::uint64_t bytes);

}  // namespace readmark::os::linux_files
