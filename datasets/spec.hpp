// What a dataset is made from: all that the generator needs to know, and nothing else.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace readmark::datasets {

/// Changes whenever any spec yields other bytes than before; the catalogue is then measured anew.
inline constexpr std::string_view kGenerator = "readmark-datasets 1";

struct Spec {
  enum class Kind {
    log,     // text lines, compressible as logs are
    random,  // incompressible, every byte value
  };
  Kind kind = Kind::log;
  std::uint64_t seed = 0;
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;  // of kind log: exactly so many; lines * bytes fits 64 bits
  bool crlf = false;        // of kind log: lines end in "\r\n"
  bool utf8 = false;        // of kind log: words of 2-, 3- and 4-byte sequences among the others

  bool operator==(const Spec&) const = default;
};

nlohmann::ordered_json to_json(const Spec& spec);
/// Throws nlohmann::json::exception or RuntimeError for anything that is not a spec.
Spec spec_from_json(const nlohmann::ordered_json& json);
std::string to_text(const Spec& spec);  // canonical JSON on one line

}  // namespace readmark::datasets
