// The version of all statistics together, stored beside every figure that they made.
#pragma once

namespace readmark::stats {

/// Raised whenever a function of this folder gives another answer for the same samples: stored
/// summaries of an older version are then made anew from raw samples.
inline constexpr int kStatsVersion = 1;

}  // namespace readmark::stats
