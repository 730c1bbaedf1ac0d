// The order of a round: random, seeded, the same on every system.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace readmark::run {

/// Indices into `groups` (a group number per entry) for one round: the groups in random order, the
/// members of each in random order, so that cases of one dataset and cache state stay together. A
/// pure function of its arguments.
std::vector<std::size_t> round_order(std::span<const unsigned> groups, std::uint64_t seed,
                                     unsigned round);

}  // namespace readmark::run
