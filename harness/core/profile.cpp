// Profiles from and to JSON.
#include "core/profile.hpp"

#include <fstream>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/json_object.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

using nlohmann::json;

void read_duration(JsonObject& object, std::string_view key, std::int64_t& into) {
  const json* value = object.find(key);
  if (value == nullptr) return;
  const auto duration =
      value->is_string() ? parse_duration(value->get<std::string>()) : std::nullopt;
  if (!duration) object.refuse(key, *value, "a duration such as \"90s\" or \"2m\"");
  into = *duration;
}

void read_rounds(JsonObject& object, std::string_view key, unsigned& into) {
  const auto value = object.whole(key);
  if (!value) return;
  if (*value == 0 || *value > 1'000'000)
    object.refuse(key, json(*value), "a number of rounds from 1 to 1000000");
  into = static_cast<unsigned>(*value);
}

void read_memory(JsonObject& object, std::uint64_t& into) {
  const json* value = object.find("memory");
  if (value == nullptr) return;
  const auto bytes = value->is_string() ? parse_size(value->get<std::string>()) : std::nullopt;
  if (!bytes || (*bytes != 0 && *bytes < kLeastMemory))
    object.refuse("memory", *value,
                  fmt::format("a size of at least {}, or \"0\"", format_size(kLeastMemory)));
  into = *bytes;
}

Limits parse_limits(const json& value, const std::string& where) {
  JsonObject object(value, where);
  Limits limits;
  read_rounds(object, "min_rounds", limits.min_rounds);
  read_rounds(object, "max_rounds", limits.max_rounds);
  if (const auto target = object.number("target_ci_pct")) {
    if (*target < 0) object.refuse("target_ci_pct", json(*target), "a percentage, 0 or more");
    limits.target_ci_pct = *target;
  }
  read_duration(object, "max_time", limits.max_time_ns);
  read_duration(object, "max_pass", limits.max_pass_ns);
  read_duration(object, "timeout", limits.timeout_ns);
  read_memory(object, limits.memory_bytes);
  object.finish();
  if (limits.min_rounds > limits.max_rounds) {
    throw UsageError(fmt::format("{}: min_rounds {} is more than max_rounds {}", where,
                                 limits.min_rounds, limits.max_rounds));
  }
  return limits;
}

std::vector<std::pair<std::string, std::vector<std::string>>> parse_knobs(
    const json& value, const std::string& where) {
  JsonObject object(value, where);
  std::vector<std::pair<std::string, std::vector<std::string>>> knobs;
  for (const std::string_view key : knob_key_order()) {
    if (auto values = object.texts(key)) knobs.emplace_back(key, std::move(*values));
  }
  object.finish();
  return knobs;
}

Cell parse_cell(const json& value, const std::string& where) {
  JsonObject object(value, where);
  Cell cell;
  if (auto workload = object.text("workload")) cell.workload = *workload;
  if (auto strategies = object.texts("strategies")) cell.strategies = *strategies;
  if (auto data = object.texts("data")) cell.data = *data;
  cell.where_built = object.flag("where_built").value_or(false);
  if (const json* knobs = object.find("knobs")) cell.knobs = parse_knobs(*knobs, where + ".knobs");
  if (const auto caches = object.texts("cache")) {
    cell.caches.clear();
    for (const std::string& cache : *caches) cell.caches.push_back(parse_cache(cache));
  }
  if (const auto uses = object.texts("use")) {
    cell.uses.clear();
    for (const std::string& use : *uses) cell.uses.push_back(parse_use(use));
  }
  object.finish();
  return cell;
}

std::vector<Cell> parse_cells(JsonObject& object, std::string_view source) {
  const json* cells = object.find("cells");
  if (cells == nullptr) throw UsageError(fmt::format("{}: key \"cells\" is missing", source));
  if (!cells->is_array() || cells->empty())
    object.refuse("cells", *cells, "a list of at least one cell");
  std::vector<Cell> parsed;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    parsed.push_back(parse_cell((*cells)[i], fmt::format("{}: cells[{}]", source, i)));
  }
  return parsed;
}

json cell_json(const Cell& cell) {
  json knobs = json::object();
  for (const auto& [key, values] : cell.knobs) knobs[key] = values;
  json out = {{"workload", cell.workload},
              {"strategies", cell.strategies},
              {"data", cell.data},
              {"where_built", cell.where_built},
              {"knobs", knobs}};
  out["cache"] = json::array();
  out["use"] = json::array();
  for (const Cache cache : cell.caches) out["cache"].push_back(to_text(cache));
  for (const Use use : cell.uses) out["use"].push_back(to_text(use));
  return out;
}

std::string duration_text(std::int64_t ns) { return fmt::format("{}ns", ns); }

}  // namespace

Profile parse_profile(std::string_view text, std::string_view source) {
  const json document = parse_json(text, source);
  JsonObject object(document, std::string(source));
  Profile profile;
  profile.name = object.require_text("name");
  profile.summary = object.text("summary").value_or("");
  profile.data = object.texts("data").value_or(std::vector<std::string>{});
  if (const json* limits = object.find("limits"))
    profile.limits = parse_limits(*limits, fmt::format("{}: limits", source));
  profile.cells = parse_cells(object, source);
  profile.unit_costs = object.flag("unit_costs").value_or(false);
  object.finish();
  return profile;
}

std::string to_json(const Profile& profile) {
  const Limits& limits = profile.limits;
  json cells = json::array();
  for (const Cell& cell : profile.cells) cells.push_back(cell_json(cell));
  const json document = {{"name", profile.name},
                         {"summary", profile.summary},
                         {"data", profile.data},
                         {"limits",
                          {{"min_rounds", limits.min_rounds},
                           {"max_rounds", limits.max_rounds},
                           {"target_ci_pct", limits.target_ci_pct},
                           {"max_time", duration_text(limits.max_time_ns)},
                           {"max_pass", duration_text(limits.max_pass_ns)},
                           {"timeout", duration_text(limits.timeout_ns)},
                           {"memory", format_size(limits.memory_bytes)}}},
                         {"cells", cells},
                         {"unit_costs", profile.unit_costs}};
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

Profile read_profile(const std::filesystem::path& path) {
  const std::string shown = display_path(path);
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, ignored)) {
    throw UsageError(fmt::format("cannot read profile {}: is it a file that you may read?", shown));
  }
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_profile(text, shown);
}

}  // namespace readmark
