// The texts of the store's enumerations, in the order of their values.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/case.hpp"
#include "core/error.hpp"
#include "store/rows.hpp"

namespace readmark::store {

template <class E>
inline constexpr std::array<std::string_view, 0> kEnumTexts{};

template <>
inline constexpr std::array<std::string_view, 7> kEnumTexts<RunKind>{
    "run", "ab", "aa", "study", "advise", "fleet", "import"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumTexts<RunState>{"running", "finished",
                                                                      "interrupted", "failed"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumTexts<MeasurementKind>{"verify", "first",
                                                                             "timed"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumTexts<Scope>{"whole", "part"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumTexts<TimeStat>{"median", "mean"};
template <>
inline constexpr std::array<std::string_view, 4> kEnumTexts<Proof>{"physical", "upper_layer",
                                                                   "residency", "none"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumTexts<SamplesKept>{"kept", "none", "pruned"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumTexts<FactStatus>{"ok", "denied", "absent"};
template <>
inline constexpr std::array<std::string_view, 2> kEnumTexts<SummaryOrigin>{"computed", "imported"};

using readmark::to_text;  // those of core/case.hpp stand beside ours

template <class E>
E from_text(std::string_view text) {
  if constexpr (std::is_same_v<E, Cache>) {
    return parse_cache(text);
  } else if constexpr (std::is_same_v<E, Use>) {
    return parse_use(text);
  } else if constexpr (std::is_same_v<E, Role>) {
    return parse_role(text);
  } else if constexpr (std::is_same_v<E, Status>) {
    return parse_status(text);
  } else {
    const auto& texts = kEnumTexts<E>;
    const auto found = std::find(texts.begin(), texts.end(), text);
    if (found == texts.end()) {
      throw RuntimeError("the database holds \"" + std::string(text) +
                         "\" where this readmark knows no such value; run `readmark db check`");
    }
    return static_cast<E>(found - texts.begin());
  }
}

}  // namespace readmark::store
