// Knobs as the database keeps them: a JSON object of texts, sorted by key.
#pragma once

#include <string>

#include "core/knobs.hpp"

namespace readmark::store {

std::string knobs_json(const Knobs& knobs);
/// Throws RuntimeError for what is no JSON object.
Knobs parse_knobs(const std::string& json);

}  // namespace readmark::store
