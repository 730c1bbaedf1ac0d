// What the kernel counts for this process: getrusage and /proc/self.
#include "os/counters.hpp"

#include <sys/resource.h>

#include <array>
#include <atomic>

#include "os/linux/text_file.hpp"
#include "os/posix/posix.hpp"

namespace readmark::os {
namespace {

using linux_files::number;
using linux_files::value_of;

std::int64_t in_ns(const timeval& time) noexcept {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + std::int64_t{1000} * time.tv_usec;
}

/// One read call, which the kernel counts only after it has answered: so the reads made here before
/// this one are in its figure, and are taken off.
void add_io_counts(ProcessCounters& counters) noexcept {
  static std::atomic<std::int64_t> own_reads{0};
  const posix::Fd fd = posix::open_file("/proc/self/io", O_RDONLY);
  if (!fd) return;
  std::array<char, 1024> room;
  const std::int64_t earlier = own_reads.fetch_add(1);
  const ssize_t count = ::read(fd.get(), room.data(), room.size());
  if (count <= 0) return;
  const std::string_view text(room.data(), static_cast<std::size_t>(count));
  const auto device = number(value_of(text, "read_bytes:").value_or(""));
  const auto calls = number(value_of(text, "syscr:").value_or(""));
  if (device) counters.device_bytes = static_cast<std::uint64_t>(*device);
  if (calls) counters.read_syscalls = *calls - earlier;
}

std::optional<std::uint64_t> kilobytes(std::string_view status, std::string_view key) {
  const auto value = value_of(status, key);
  if (!value) return std::nullopt;
  const auto amount = number(value->substr(0, value->find(' ')));
  if (!amount) return std::nullopt;
  return static_cast<std::uint64_t>(*amount) * 1024;
}

}  // namespace

ProcessCounters process_counters() noexcept {
  ProcessCounters counters;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    counters.user_ns = in_ns(usage.ru_utime);
    counters.sys_ns = in_ns(usage.ru_stime);
    counters.minor_faults = usage.ru_minflt;
    counters.major_faults = usage.ru_majflt;
    counters.ctx_vol = usage.ru_nvcsw;
    counters.ctx_inv = usage.ru_nivcsw;
  }
  add_io_counts(counters);
  return counters;
}

std::string syscall_source() {
  return process_counters().read_syscalls ? "/proc/self/io syscr" : "";
}

MemoryUse memory_use() {
  const linux_files::TextFile status = linux_files::read_text("/proc/self/status");
  MemoryUse use;
  use.peak_rss_bytes = kilobytes(status.text, "VmHWM:");
  use.rss_anon_bytes = kilobytes(status.text, "RssAnon:");
  use.rss_file_bytes = kilobytes(status.text, "RssFile:");
  // A mapped file on tmpfs is counted apart, but is file-backed all the same.
  if (use.rss_file_bytes) *use.rss_file_bytes += kilobytes(status.text, "RssShmem:").value_or(0);
  return use;
}

}  // namespace readmark::os
