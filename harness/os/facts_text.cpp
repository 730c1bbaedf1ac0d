// What every system does alike with facts: their words, the host's key, and hiding what is private.
#include <xxhash.h>

#include <algorithm>

#include "os/facts.hpp"
#include "os/paths.hpp"

namespace readmark::os {
namespace {

std::string hex(XXH128_hash_t hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace

std::string_view to_text(Fact::Status status) {
  switch (status) {
    case Fact::Status::ok:
      return "ok";
    case Fact::Status::denied:
      return "denied";
    case Fact::Status::absent:
      return "absent";
  }
  return "absent";
}

std::string host_key(std::span<const Fact> facts, std::string_view label) {
  std::vector<std::string> lines;
  for (const Fact& fact : facts) {
    if (fact.stable && fact.status == Fact::Status::ok)
      lines.push_back(fact.name + '\0' + fact.value);
  }
  std::sort(lines.begin(), lines.end());
  std::string text(label);
  for (const std::string& line : lines) (text += '\n') += line;
  return hex(XXH3_128bits(text.data(), text.size()));
}

std::string host_label() { return environment("READMARK_HOST_LABEL").value_or(""); }

std::string hashed(std::string_view secret) {
  return "#" + hex(XXH3_128bits(secret.data(), secret.size())).substr(0, 16);
}

}  // namespace readmark::os
