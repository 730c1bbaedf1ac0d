// Specs as JSON.
#include "datasets/spec.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace readmark::datasets {

nlohmann::ordered_json to_json(const Spec& spec) {
  nlohmann::ordered_json json;
  json["kind"] = spec.kind == Spec::Kind::log ? "log" : "random";
  json["seed"] = spec.seed;
  json["bytes"] = spec.bytes;
  if (spec.kind == Spec::Kind::log) {
    json["lines"] = spec.lines;
    json["ending"] = spec.crlf ? "crlf" : "lf";
    json["text"] = spec.utf8 ? "utf8" : "ascii";
  }
  return json;
}

Spec spec_from_json(const nlohmann::ordered_json& json) {
  Spec spec;
  const std::string kind = json.at("kind");
  spec.seed = json.at("seed");
  spec.bytes = json.at("bytes");
  if (kind == "random") {
    spec.kind = Spec::Kind::random;
    return spec;
  }
  spec.lines = json.at("lines");
  spec.crlf = json.at("ending") == "crlf";
  spec.utf8 = json.at("text") == "utf8";
  const bool fits =
      spec.bytes > 0 && spec.lines <= std::numeric_limits<std::uint64_t>::max() / spec.bytes;
  if (kind != "log" || !fits || to_json(spec) != json) {
    throw RuntimeError("not a dataset's spec: " + json.dump());
  }
  return spec;
}

std::string to_text(const Spec& spec) { return to_json(spec).dump(); }

}  // namespace readmark::datasets
