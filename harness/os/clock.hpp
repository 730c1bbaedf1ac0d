// Time. Porting contract: every folder of harness/os fulfils these headers.
#pragma once

#include <cstdint>

namespace readmark::os {

/// Monotonic, never adjusted backwards, in ns from an arbitrary start. Cheap enough to call around
/// a pass.
std::int64_t monotonic_ns() noexcept;

/// Wall clock, ns since 1970-01-01 UTC.
std::int64_t unix_time_ns() noexcept;

/// The smallest step seen between two different readings of monotonic_ns().
std::int64_t clock_step_ns() noexcept;

void sleep_ns(std::int64_t ns) noexcept;

}  // namespace readmark::os
