// Handing mapped bytes to a consumer although their file may be cut meanwhile.
#pragma once

#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fault_guard.hpp"

namespace readmark {

/// Adds to `pass`, which has an error afterwards if a page was no longer there. Needs
/// watch_faults().
inline Pass consume_mapped(Pass pass, std::span<const std::byte> bytes, std::uint64_t offset,
                           Consumer& consumer) noexcept {
  const bool whole = guarded([&]() noexcept { consumer.consume(bytes, offset); });
  if (!whole) {
    return failed(pass, "read the mapped pages of (was it cut while it was read?)",
                  std::make_error_code(std::errc::io_error));
  }
  pass.bytes += bytes.size();
  return pass;
}

}  // namespace readmark
