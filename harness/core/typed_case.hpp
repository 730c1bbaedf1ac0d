// A case as a person types it: keys in any order, lists of values, and what is usual left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/case.hpp"

namespace readmark {

struct TypedCase {
  std::string workload, strategy;
  std::optional<std::string> data;                                      // empty: not typed
  std::vector<std::pair<std::string, std::vector<std::string>>> knobs;  // as typed
  std::vector<Cache> caches;                                            // empty: not typed
  std::vector<Use> uses;
};

/// "read/pread/150mb/buf:64k,1m/cache:cold". Whether there is such a strategy, and whether it has
/// these knobs and values, is for those who know strategies. Throws UsageError for what cannot be a
/// case's name: no strategy, a key that no case has, a key or a dataset typed twice.
TypedCase parse_typed_case(std::string_view text);

/// Is this what was typed? A knob that was not typed must be at its default, as in the name; cache
/// state and consumer that were not typed are warm and touch; a size may be spelled another way.
bool matches(const TypedCase& typed, const Case& bench_case);

}  // namespace readmark
