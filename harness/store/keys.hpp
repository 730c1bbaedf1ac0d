// Portable identities: hashes of content.
#pragma once

#include <string>
#include <vector>

#include "store/rows.hpp"

namespace readmark::store {

/// XXH3-128 of the parts, each preceded by its length, so that ("ab", "c") is not ("a", "bc").
/// Identity, not secrecy: whoever can guess the content can check the guess.
Key content_key(const std::vector<std::string>& parts);

}  // namespace readmark::store
