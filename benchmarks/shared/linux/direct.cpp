// O_DIRECT: the kernel's own word (statx) where it gives one, else a trial.
#include "benchmarks/shared/direct.hpp"

#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>

#include <fmt/format.h>

#include "benchmarks/shared/posix/fd.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr long kTmpfsMagic = 0x01021994;
constexpr long kRamfsMagic = static_cast<long>(0x858458f6);
constexpr std::size_t kTrialAlignment = 4096;

/// Kernels from 6.1 on tell the alignment. A filesystem that does not fill it in leaves `told`
/// false: tmpfs does, although since 6.6 it accepts O_DIRECT and serves it from memory.
struct KernelsWord {
  bool told = false;
  std::size_t memory = 0;
  std::size_t offset = 0;
};

KernelsWord ask_kernel(const char* path) {
#if defined(STATX_DIOALIGN)
  struct statx facts {};
  if (::statx(AT_FDCWD, path, 0, STATX_DIOALIGN, &facts) == 0 &&
      (facts.stx_mask & STATX_DIOALIGN) != 0) {
    return {true, facts.stx_dio_mem_align, facts.stx_dio_offset_align};
  }
#else
  static_cast<void>(path);
#endif
  return {};
}

bool in_memory_only(const char* path) {
  struct statfs facts {};
  if (::statfs(path, &facts) != 0) return false;
  const long magic = static_cast<long>(facts.f_type);
  return magic == kTmpfsMagic || magic == kRamfsMagic;
}

Support try_it(const std::string& path, std::size_t alignment) {
  constexpr std::string_view kWayOut = "leave direct:on out, or put the data on another filesystem";
  const Fd file = Fd::open(path.c_str(), O_DIRECT);
  if (!file.is_open()) {
    const std::error_code error = last_errno();
    return Support::no(failure_sentence("open with O_DIRECT", display_path(path), error, kWayOut),
                       error.value());
  }
  const os::Buffer buffer(std::max<std::size_t>(alignment, kTrialAlignment), alignment);
  if (file.pread(buffer.bytes(), 0) >= 0) return {};
  const std::error_code error = last_errno();
  return Support::no(failure_sentence("read with O_DIRECT", display_path(path), error, kWayOut),
                     error.value());
}

}  // namespace

DirectAccess direct_access(const std::filesystem::path& path) {
  DirectAccess access;
  std::error_code absent;
  if (!std::filesystem::exists(path, absent)) return access;
  const std::string native = path.string();
  if (in_memory_only(native.c_str())) {
    access.support = Support::no(
        fmt::format("{} is on a filesystem in memory, which has no device to read directly; put "
                    "the data elsewhere with --data-dir",
                    display_path(path)));
    return access;
  }
  const KernelsWord word = ask_kernel(native.c_str());
  if (word.told && word.offset == 0) {
    access.support = Support::no(fmt::format(
        "the filesystem does not allow O_DIRECT for {} (statx says so); leave direct:on out",
        display_path(path)));
    return access;
  }
  access.memory_alignment = word.told ? word.memory : kTrialAlignment;
  access.offset_alignment = word.told ? word.offset : kTrialAlignment;
  access.support = try_it(native, std::max(access.memory_alignment, sizeof(void*)));
  access.how = fmt::format("O_DIRECT, {}-byte aligned, {}", access.offset_alignment,
                           word.told ? "by statx" : "by trial");
  return access;
}

int direct_open_flag() noexcept { return O_DIRECT; }

}  // namespace readmark
