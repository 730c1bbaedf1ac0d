// The --json document of `run` and `show`.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "run/result.hpp"

namespace readmark::cli {

inline constexpr int kRunSchemaVersion = 1;

nlohmann::ordered_json run_json(const run::Result& result, const std::filesystem::path& db);

}  // namespace readmark::cli
