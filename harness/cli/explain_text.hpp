// An explanation as text and as a JSON document.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/table.hpp"
#include "run/explained.hpp"

namespace readmark::cli {

inline constexpr int kExplainSchemaVersion = 1;

/// Each case with its parts; then what makes each slower than the fastest, in words and numbers.
std::string explain_text(const run::Result& result, const std::vector<run::ExplainedCase>& cases,
                         const Style& style);

nlohmann::ordered_json explain_json(const run::Result& result,
                                    const std::vector<run::ExplainedCase>& cases,
                                    const std::filesystem::path& db);

}  // namespace readmark::cli
