// Raw measurements -> summaries and findings: the one place where a run's statistics are made and
// stored.
#pragma once

#include "store/store.hpp"

namespace readmark::run {

/// Rebuilds everything derived of the run from its measurements. The same rows give the same
/// result, at any time. A control that no finding flags becomes `wrong`.
void summarize(store::Store& store, store::Id run);

}  // namespace readmark::run
