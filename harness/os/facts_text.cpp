// What every system does alike with facts: their words, and hiding what is private.
#include <xxhash.h>

#include "os/facts.hpp"

namespace readmark::os {

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

std::string hashed(std::string_view secret) {
  const XXH64_hash_t hash = XXH3_64bits(secret.data(), secret.size());
  std::string text = "#";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(hash >> shift) & 15];
  return text;
}

}  // namespace readmark::os
