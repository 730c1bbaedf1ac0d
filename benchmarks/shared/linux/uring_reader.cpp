// Submission and completion of reads by io_uring.
#include "benchmarks/shared/linux/uring_reader.hpp"

#include <fmt/format.h>

#include "core/error.hpp"

namespace readmark {
namespace {

constexpr unsigned kFilePlace = 0;  // in the ring's table of files

}  // namespace

UringReader::UringReader(const Dataset& dataset, const Options& options, const UringWay& way)
    : DepthReader(dataset, options, "io_uring read"), way_(way), ring_(slots(), way.setup_flags) {
  if (ring_.error()) throw_failure("io_uring_setup", "a ring", ring_.error(), way.needs);
  if (!way.fixed) return;
  std::vector<iovec> places;
  for (const os::Buffer& buffer : buffers()) places.push_back({buffer.data(), buffer.size()});
  int result =
      io_uring_register_buffers(ring_.get(), places.data(), static_cast<unsigned>(places.size()));
  if (result < 0) {
    throw_failure("io_uring_register_buffers", fmt::format("{} buffers", places.size()),
                  Uring::error_of(result), "raise the limit of locked memory (ulimit -l)");
  }
  const int none = -1;
  result = io_uring_register_files(ring_.get(), &none, 1);
  if (result < 0) {
    throw_failure("io_uring_register_files", "an empty table", Uring::error_of(result));
  }
}

UringReader::Trouble UringReader::attach(const Fd& file) noexcept {
  file_ = way_.fixed ? static_cast<int>(kFilePlace) : file.get();
  if (!way_.fixed) return {};
  const int descriptor = file.get();
  const int result = io_uring_register_files_update(ring_.get(), kFilePlace, &descriptor, 1);
  return {"io_uring_register_files_update", Uring::error_of(result)};
}

UringReader::Trouble UringReader::detach() noexcept {
  if (!way_.fixed) return {};
  const int none = -1;
  const int result = io_uring_register_files_update(ring_.get(), kFilePlace, &none, 1);
  return {"io_uring_register_files_update", Uring::error_of(result)};
}

void UringReader::add(const Request& request) noexcept {
  io_uring_sqe* entry = io_uring_get_sqe(ring_.get());
  while (entry == nullptr) {  // a poller takes entries in its own time
    io_uring_submit(ring_.get());
    io_uring_sqring_wait(ring_.get());
    entry = io_uring_get_sqe(ring_.get());
  }
  const auto bytes = static_cast<unsigned>(request.into.size());
  if (way_.fixed) {
    io_uring_prep_read_fixed(entry, file_, request.into.data(), bytes, request.offset,
                             static_cast<int>(request.slot));
    io_uring_sqe_set_flags(entry, IOSQE_FIXED_FILE);
  } else {
    io_uring_prep_read(entry, file_, request.into.data(), bytes, request.offset);
  }
  entry->user_data = request.slot;
}

UringReader::Trouble UringReader::exchange(std::vector<Completion>& back) noexcept {
  while (back.empty()) {
    const int result = hand_over();
    if (result < 0 && result != -EINTR) return {"io_uring_enter", Uring::error_of(result)};
    unsigned head = 0;
    unsigned seen = 0;
    io_uring_cqe* entry = nullptr;
    io_uring_for_each_cqe(ring_.get(), head, entry) {
      back.push_back({static_cast<unsigned>(entry->user_data), entry->res});
      ++seen;
    }
    io_uring_cq_advance(ring_.get(), seen);
  }
  return {};
}

/// One system call for handing over and waiting. With a poller only waiting needs one, and only
/// when nothing is back yet.
int UringReader::hand_over() noexcept {
  if (!way_.has(IORING_SETUP_SQPOLL)) return io_uring_submit_and_wait(ring_.get(), 1);
  const int result = io_uring_submit(ring_.get());
  io_uring_cqe* first = nullptr;
  return result < 0 ? result : io_uring_wait_cqe(ring_.get(), &first);
}

std::vector<std::pair<std::string, std::string>> UringReader::effective() const {
  auto effective = DepthReader::effective();
  if (way_.fixed) effective.emplace_back("registered", "buffers and file");
  if (way_.has(kUringSingleIssuer)) effective.emplace_back("ring", "single issuer");
  if (way_.has(kUringDeferTaskrun)) effective.emplace_back("completions", "deferred to the wait");
  if (way_.has(IORING_SETUP_IOPOLL)) effective.emplace_back("completions", "polled");
  if (way_.has(IORING_SETUP_SQPOLL)) {
    effective.emplace_back("sqpoll", fmt::format("on, idle {} ms", kUringPollerIdleMs));
  }
  return effective;
}

}  // namespace readmark
