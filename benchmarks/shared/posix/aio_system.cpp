// Trying POSIX asynchronous I/O.
#include "benchmarks/shared/posix/aio_system.hpp"

#include "benchmarks/shared/posix/aio_requests.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

std::error_code read_nothing() noexcept {
  prepare_aio();
  const Fd nothing = Fd::open("/dev/null");
  if (!nothing.is_open()) return last_errno();
  std::byte byte{};
  AioRequests requests(1);
  if (::aio_read(requests.read(0, nothing.get(), {&byte, 1}, 0)) != 0) return last_errno();
  std::int64_t result = 0;
  while (!requests.done(0, result, EINVAL)) {
    if (const std::error_code error = requests.wait()) return error;
  }
  return {result < 0 ? static_cast<int>(-result) : 0, std::generic_category()};
}

}  // namespace

Support try_aio() {
  const std::error_code error = read_nothing();
  if (!error) return {};
  return Support::no(failure_sentence("aio_read", "/dev/null", error, aio_way_out()),
                     error.value());
}

}  // namespace readmark
