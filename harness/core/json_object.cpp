// Strict reading of JSON objects.
#include "core/json_object.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark {

nlohmann::json parse_json(std::string_view text, std::string_view source) {
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const std::size_t end =
        std::min<std::size_t>(error.byte == 0 ? 0 : error.byte - 1, text.size());
    const std::string_view before = text.substr(0, end);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = end - (before.rfind('\n') + 1) + 1;
    throw UsageError(fmt::format("{}: malformed JSON at line {}, column {}", source, line, column));
  }
}

JsonObject::JsonObject(const nlohmann::json& value, std::string where)
    : value_(value), where_(std::move(where)) {
  if (!value.is_object())
    throw UsageError(fmt::format("{}: an object is expected, not {}", where_, value.type_name()));
}

const nlohmann::json* JsonObject::find(std::string_view key) {
  known_.emplace_back(key);
  const auto found = value_.find(std::string(key));
  return found == value_.end() ? nullptr : &*found;
}

void JsonObject::refuse(std::string_view key, const nlohmann::json& found,
                        std::string_view expected) const {
  std::string shown =
      printable(found.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
  if (shown.size() > 60) shown = shown.substr(0, 57) + "...";
  throw UsageError(
      fmt::format("{}: key \"{}\" is {}, but {} is expected", where_, key, shown, expected));
}

std::optional<std::string> JsonObject::text(std::string_view key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) refuse(key, *value, "a string");
  return value->get<std::string>();
}

std::optional<std::uint64_t> JsonObject::whole(std::string_view key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number_unsigned()) refuse(key, *value, "a whole number, 0 or more");
  return value->get<std::uint64_t>();
}

std::optional<double> JsonObject::number(std::string_view key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_number() || !std::isfinite(value->get<double>())) refuse(key, *value, "a number");
  return value->get<double>();
}

std::optional<bool> JsonObject::flag(std::string_view key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (!value->is_boolean()) refuse(key, *value, "true or false");
  return value->get<bool>();
}

std::optional<std::vector<std::string>> JsonObject::texts(std::string_view key) {
  const nlohmann::json* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return std::vector{value->get<std::string>()};
  const auto is_text = [](const nlohmann::json& item) { return item.is_string(); };
  if (!value->is_array() || !std::all_of(value->begin(), value->end(), is_text))
    refuse(key, *value, "a list of strings");
  return value->get<std::vector<std::string>>();
}

std::string JsonObject::require_text(std::string_view key) {
  auto value = text(key);
  if (!value) missing(key);
  return std::move(*value);
}

std::uint64_t JsonObject::require_whole(std::string_view key) {
  const auto value = whole(key);
  if (!value) missing(key);
  return *value;
}

void JsonObject::missing(std::string_view key) const {
  throw UsageError(fmt::format("{}: key \"{}\" is missing", where_, key));
}

void JsonObject::finish() const {
  for (const auto& [key, unused] : value_.items()) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    throw UsageError(fmt::format("{}: unknown key \"{}\"{}; known are: {}", where_, printable(key),
                                 did_you_mean(key, known_), join(known_, ", ")));
  }
}

}  // namespace readmark
