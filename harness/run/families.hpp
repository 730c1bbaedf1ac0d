// Families: the entries of a plan that differ in nothing but the size of what they read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "store/rows.hpp"

namespace readmark::run {

struct Family {
  store::GrowthRow growth;
  std::vector<std::int64_t> ordinals;  // of its entries
};

using OkRows = std::function<const std::vector<store::MeasurementRow>&(std::size_t index)>;

/// The families of at least three sizes with their growth (stats/growth.hpp), in the order of the
/// plan: of subjects over their files, and of memory ceilings over their memory, which is what the
/// former are to be held against. `ok` gives the timed ok measurements of plan[index].
std::vector<Family> families(const std::vector<store::PlanEntry>& plan, const OkRows& ok);

/// Why a family is flagged, for a person: beside what memory itself does in the same run, if
/// `families` has its ceilings.
std::string growth_sentence(const store::GrowthRow& growth, const std::vector<Family>& families);

}  // namespace readmark::run
