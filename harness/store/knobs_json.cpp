// Knobs to JSON and back.
#include "store/knobs_json.hpp"

#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark::store {

std::string knobs_json(const Knobs& knobs) {
  nlohmann::json object = nlohmann::json::object();  // sorted by key
  for (const auto& [key, value] : knobs.values()) object[key] = value;
  return object.dump();
}

Knobs parse_knobs(const std::string& json) {
  Knobs knobs;
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object()) {
    throw RuntimeError("the database holds knobs that are not a JSON object: " + printable(json) +
                       "; run `readmark db check`");
  }
  for (const auto& [key, value] : object.items()) {
    knobs.set(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return knobs;
}

}  // namespace readmark::store
