// Cases of a stored run with what explains their time: from stored columns only, so that it can be
// asked of any run, also one that was measured elsewhere.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "run/explain.hpp"
#include "run/result.hpp"

namespace readmark::run {

struct ExplainedCase {
  ResultRow row;
  CaseFigures figures;  // of a case with a median
  UnitCosts costs;      // at its size
  Explanation why;
  std::string call_source;  // who counted its calls; empty if nobody

  bool measured() const { return row.median_ns.has_value(); }
};

/// The cases of the plan that `wanted` keeps, in its order. A case without a median has its status
/// and reason alone.
std::vector<ExplainedCase> explain_run(const store::Store& store, const Result& result,
                                       const std::function<bool(const Case&)>& wanted);

}  // namespace readmark::run
