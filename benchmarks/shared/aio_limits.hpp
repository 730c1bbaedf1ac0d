// How many asynchronous requests a system with fixed limits takes (macOS). Pure: tested on every
// system.
#pragma once

#include <cstdint>
#include <optional>

#include "core/strategy.hpp"

namespace readmark {

struct AioLimits {
  std::optional<std::int64_t> of_process;  // kern.aioprocmax
  std::optional<std::int64_t> of_system;   // kern.aiomax, shared with everybody
};

/// No, with the limit that is in the way and how to raise it, or with a smaller depth.
Support allowed_by(const AioLimits& limits, unsigned requests);

}  // namespace readmark
