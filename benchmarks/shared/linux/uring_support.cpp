// May a ring of this kind be used here, for this file: by trying it.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "benchmarks/shared/linux/uring_reader.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

constexpr unsigned kEntries = 4;
constexpr unsigned kAsked = 4 * KiB;  // by a trial read: every device takes it

std::string why_forbidden() {
  int disabled = 0;
  std::ifstream("/proc/sys/kernel/io_uring_disabled") >> disabled;
  if (disabled > 0) {
    return fmt::format(
        "the sysctl kernel.io_uring_disabled is {}; an administrator may set it to 0", disabled);
  }
  return "a seccomp filter forbids io_uring, as containers have one; run outside, or with a "
         "profile that allows it";
}

std::string way_out(const std::error_code& error, const UringWay& way) {
  switch (error.value()) {
    case EPERM:
    case EACCES:
      return why_forbidden();
    case ENOSYS:
      return "this kernel is built without io_uring or older than Linux 5.1";
    case EINVAL:
      return std::string(way.needs);
    case ENOMEM:
      return "raise the limit of locked memory (ulimit -l)";
    default:
      return "";
  }
}

Support refused(std::string_view call, std::string_view object, std::error_code error,
                std::string_view way_out) {
  return Support::no(failure_sentence(call, object, error, way_out), error.value());
}

Support operation_support(Uring& ring, const UringWay& way) {
  const std::unique_ptr<io_uring_probe, decltype(&io_uring_free_probe)> probe(
      io_uring_get_probe_ring(ring.get()), &io_uring_free_probe);
  const int operation = way.fixed ? IORING_OP_READ_FIXED : IORING_OP_READ;
  if (probe != nullptr && io_uring_opcode_supported(probe.get(), operation) != 0) return {};
  return Support::no("this kernel's io_uring cannot read into plain memory; it needs Linux 5.6",
                     EOPNOTSUPP);
}

/// The same memory as many times as there will be buffers: what is locked is counted per buffer.
Support registering_support(Uring& ring, const DepthReader::Options& options, unsigned buffers) {
  const os::Buffer memory(options.block);
  const std::vector<iovec> places(buffers, iovec{memory.data(), memory.size()});
  const int result = io_uring_register_buffers(ring.get(), places.data(), buffers);
  if (result >= 0) return {};
  return refused("io_uring_register_buffers",
                 fmt::format("{} buffers of {}", buffers, format_size(options.block)),
                 Uring::error_of(result),
                 "raise the limit of locked memory (ulimit -l), or choose a smaller buf or depth");
}

/// Devices without queues for polling refuse the read, not the ring. Only a small read asks: one
/// that needs several requests to the device is not polled for, and not refused.
Support polling_support(Uring& ring, const Dataset& dataset) {
  const Fd file = Fd::open(dataset.path.c_str(), direct_open_flag());
  if (!file.is_open()) return {};  // the pass will say it
  const os::Buffer memory(kAsked);
  io_uring_sqe* const entry = io_uring_get_sqe(ring.get());
  io_uring_prep_read(entry, file.get(), memory.data(), kAsked, 0);
  int result = io_uring_submit(ring.get());
  io_uring_cqe* back = nullptr;
  if (result >= 0) {
    do {  // the kernel may come back from a polled wait with nothing
      result = io_uring_wait_cqe(ring.get(), &back);
    } while (result == -EINTR || result == -EAGAIN);
  }
  if (result >= 0) result = back->res;
  io_uring_cqe_seen(ring.get(), back);
  if (result >= 0) return {};
  return refused("read by polling", display_path(dataset.path), Uring::error_of(result),
                 "it needs a device with queues for polling: NVMe, and the kernel's parameter "
                 "nvme.poll_queues above 0");
}

}  // namespace

Support uring_support(const Dataset& dataset, const DepthReader::Options& options,
                      const UringWay& way) {
  Uring ring(kEntries, way.setup_flags);
  if (ring.error()) {
    return refused("io_uring_setup", "a ring", ring.error(), way_out(ring.error(), way));
  }
  Support support = operation_support(ring, way);
  if (support.yes) support = DepthReader::support(dataset, options);
  if (support.yes && way.fixed) {
    support = registering_support(ring, options, DepthReader::slots_for(dataset, options));
  }
  std::error_code absent;
  if (support.yes && way.has(IORING_SETUP_IOPOLL) &&
      std::filesystem::exists(dataset.path, absent)) {
    support = polling_support(ring, dataset);
  }
  return support;
}

}  // namespace readmark
