// What fcntl() of macOS can be told about how a descriptor is to be read.
#pragma once

#include "benchmarks/shared/posix/after_open.hpp"

namespace readmark {

/// F_NOCACHE: what is read is not kept. Pages that are resident already are still served.
extern const AfterOpen no_cache;

/// F_RDAHEAD off or on, for this descriptor only; on is how the system opens it.
extern const AfterOpen read_ahead_off;
extern const AfterOpen read_ahead_on;

}  // namespace readmark
