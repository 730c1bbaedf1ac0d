// Strict reading of a JSON object: every key is known, of the right type, and asked for.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace readmark {

/// Parses a document; throws UsageError with `source`, line and column when it is malformed.
nlohmann::json parse_json(std::string_view text, std::string_view source);

/// Reads one object. Getters throw UsageError naming source, key path, what was found and what is
/// expected.
class JsonObject {
 public:
  JsonObject(const nlohmann::json& value, std::string where);

  const nlohmann::json* find(std::string_view key);  // nullptr if absent
  std::optional<std::string> text(std::string_view key);
  std::optional<std::uint64_t> whole(std::string_view key);
  std::optional<double> number(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::vector<std::string>> texts(
      std::string_view key);  // a string alone counts as a list of one

  std::string require_text(std::string_view key);
  std::uint64_t require_whole(std::string_view key);

  /// Call last: throws UsageError for a key that nobody asked for, naming the nearest known one.
  void finish() const;

  const std::string& where() const { return where_; }
  [[noreturn]] void refuse(std::string_view key, const nlohmann::json& found,
                           std::string_view expected) const;

 private:
  [[noreturn]] void missing(std::string_view key) const;
  const nlohmann::json& value_;
  std::string where_;
  std::vector<std::string> known_;
};

}  // namespace readmark
