// Handing mapped bytes to a consumer although their pages may not be given.
#pragma once

#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/windows/fault_guard.hpp"

namespace readmark {

/// Adds to `pass`, which has an error afterwards if a page could not be given. Needs
/// watch_faults().
inline Pass consume_view(Pass pass, std::span<const std::byte> bytes, std::uint64_t offset,
                         Consumer& consumer) noexcept {
  const bool whole = guarded(bytes, [&]() noexcept { consumer.consume(bytes, offset); });
  if (!whole) {
    return failed(pass, "read the mapped pages of (did its device or server fail?)",
                  std::make_error_code(std::errc::io_error));
  }
  pass.bytes += bytes.size();
  return pass;
}

}  // namespace readmark
