// A measurement from its samples: time by median, device bytes and residency by the worst.
#pragma once

#include "core/case.hpp"
#include "run/bench_program.hpp"
#include "run/judge.hpp"
#include "store/rows.hpp"

namespace readmark::run {

/// Everything of the row that follows from the answer. The caller adds session, entry, round and
/// position.
store::MeasurementRow measurement_row(const Case& bench_case, const WorkerAnswer& answer,
                                      const Judgement& judgement);

/// The row of a verifying pass: no sample, the pass's time as its time.
store::MeasurementRow verification_row(const WorkerAnswer& answer, const Judgement& judgement);

}  // namespace readmark::run
