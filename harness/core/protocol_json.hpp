// The values of the protocol as JSON: the one mapping that requests and replies share.
#pragma once

#include <nlohmann/json.hpp>

#include "core/build.hpp"
#include "core/case.hpp"
#include "core/dataset.hpp"
#include "core/sample.hpp"

namespace readmark::protocol {

nlohmann::json case_json(const Case& bench_case);
Case case_from(const nlohmann::json& value);

nlohmann::json dataset_json(const Dataset& dataset);
Dataset dataset_from(const nlohmann::json& value);

nlohmann::json build_json(const Build& build);
Build build_from(const nlohmann::json& value);

nlohmann::json sample_json(const Sample& sample);
Sample sample_from(const nlohmann::json& value);

nlohmann::json counters_json(const Counters& counters);
Counters counters_from(const nlohmann::json& value);

}  // namespace readmark::protocol
