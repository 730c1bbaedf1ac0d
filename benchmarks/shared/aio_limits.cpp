// Requests against limits.
#include "benchmarks/shared/aio_limits.hpp"

#include <cerrno>

#include <fmt/format.h>

namespace readmark {
namespace {

Support refusal(unsigned requests, std::int64_t limit, const char* of, const char* name) {
  return Support::no(
      fmt::format("{} reads at once are more than the {} that {} may have ({}); choose a depth of "
                  "{} or less, or raise it: sudo sysctl {}={}",
                  requests, limit, of, name, limit, name, requests),
      EAGAIN);
}

}  // namespace

Support allowed_by(const AioLimits& limits, unsigned requests) {
  const auto exceeds = [requests](std::optional<std::int64_t> limit) {
    return limit && std::int64_t{requests} > *limit;
  };
  if (exceeds(limits.of_process))
    return refusal(requests, *limits.of_process, "one process", "kern.aioprocmax");
  if (exceeds(limits.of_system))
    return refusal(requests, *limits.of_system, "all processes together", "kern.aiomax");
  return {};
}

}  // namespace readmark
