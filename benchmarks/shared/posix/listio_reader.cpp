// lio_listio(LIO_WAIT), and what is left to do when it does not take or wait for all.
#include "benchmarks/shared/posix/listio_reader.hpp"

#include <unistd.h>

#include <fmt/format.h>

#include "benchmarks/shared/posix/aio_system.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

/// Negative: as many as one likes.
long most_in_one_list() noexcept { return ::sysconf(_SC_AIO_LISTIO_MAX); }

}  // namespace

Support ListioReader::support(const Dataset& dataset, const Options& options) {
  const unsigned wanted = slots_for(dataset, options);
  const long most = most_in_one_list();
  if (most > 0 && wanted > static_cast<unsigned long>(most)) {
    return Support::no(fmt::format("lio_listio takes {} reads at once and not {} (AIO_LISTIO_MAX); "
                                   "choose a smaller depth",
                                   most, wanted),
                       EINVAL);
  }
  const Support allowed = aio_allows(wanted);
  if (!allowed.yes) return allowed;
  const Support tried = try_aio();
  return tried.yes ? DepthReader::support(dataset, options) : tried;
}

ListioReader::ListioReader(const Dataset& dataset, const Options& options)
    : DepthReader(dataset, options, "lio_listio"), requests_(slots()) {
  const Support tried = try_aio();
  if (!tried.yes) throw RuntimeError(tried.reason);
  list_.reserve(slots());
}

std::vector<std::pair<std::string, std::string>> ListioReader::effective() const {
  auto effective = DepthReader::effective();
  if (slots() > 1) effective.emplace_back("queue", aio_workers());
  return effective;
}

DepthReader::Trouble ListioReader::attach(const Fd& file) noexcept {
  file_ = file.get();
  list_.clear();
  return {};
}

void ListioReader::add(const Request& request) noexcept {
  list_.push_back(requests_.read(request.slot, file_, request.into, request.offset));
}

/// The call fails when one of the reads does (EIO), when a signal ends the waiting (EINTR), and
/// when not all reads were taken (EAGAIN; macOS then does not wait for the others): each read
/// itself is asked in any case.
DepthReader::Trouble ListioReader::exchange(std::vector<Completion>& back) noexcept {
  int untaken = EINVAL;
  if (!list_.empty()) {
    const int result =
        ::lio_listio(LIO_WAIT, list_.data(), static_cast<int>(list_.size()), nullptr);
    if (result != 0) untaken = errno;
    list_.clear();
  }
  // One that is not known to the system because it was never taken is an error, and no reason to
  // ask again.
  if (untaken == EINTR) untaken = EIO;
  for (;;) {
    for (unsigned slot = 0; slot < slots(); ++slot) {
      std::int64_t result = 0;
      if (requests_.done(slot, result, untaken)) back.push_back({slot, result});
    }
    if (!back.empty()) return {};
    if (const std::error_code error = requests_.wait()) return {"aio_suspend", error};
  }
}

}  // namespace readmark
