// Which cases a profile means on these datasets, with these strategies, on this machine.
#pragma once

#include <span>
#include <vector>

#include "core/dataset.hpp"
#include "core/profile.hpp"
#include "core/protocol.hpp"
#include "core/strategy.hpp"

namespace readmark {

/// All cases, each once, in natural order: subjects, then controls, ceilings and canaries, which
/// are added to every profile. What cannot run here is among them with the reason. What only
/// repeats another case is left out: buffers beyond the file's next power of two, and, in a cell
/// that asks for several, a cache state or consumer that makes no sense with a strategy.
///
/// Throws UsageError for an unknown workload, strategy, dataset or knob, a value that a knob cannot
/// have, and for use:none where nothing is copied.
///
/// Datasets of the profile that are not in `data` are passed over: the caller has left them out.
std::vector<protocol::CaseLine> expand(const Profile& profile, std::span<const Dataset> data,
                                       const StrategyTable& table);

/// May the case run here? The second question after "is it built": cache state, memory,
/// Strategy::support(). Whether a cold file was cold is judged by what comes from the device, not
/// here.
Support can_run(const Case& bench_case, const Dataset& data, const Strategy& strategy);

/// A memory ceiling is measured over this many bytes for a dataset of `bytes`: beyond every cache
/// the size no longer matters, only the memory it takes.
std::uint64_t memory_ceiling_bytes(std::uint64_t bytes);

}  // namespace readmark
