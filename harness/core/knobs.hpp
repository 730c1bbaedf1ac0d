// The arguments of a strategy: which there are, what they may be, and their values in one case.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace readmark {

enum class KnobKind { size, count, flag, choice };

/// Declared by a strategy. `fallback` is frozen: a case at this value leaves the knob out of its
/// name, so that a knob added later renames nothing.
struct KnobSpec {
  std::string_view key;
  KnobKind kind;
  std::string_view fallback;                // canonical text: "256KiB", "1", "off", "reused"
  std::vector<std::string_view> choices{};  // of kind choice
  std::uint64_t least = 1;                  // of kinds size and count
  std::uint64_t most = std::uint64_t{1} << 30;
};

/// Knob values by key, as canonical text, iterated in the order of case names (design, section 4).
class Knobs {
 public:
  struct KeyOrder {
    bool operator()(const std::string& a, const std::string& b) const;
  };
  using Map = std::map<std::string, std::string, KeyOrder>;

  void set(std::string key, std::string value) { values_[std::move(key)] = std::move(value); }
  bool has(std::string_view key) const { return values_.contains(std::string(key)); }
  /// These throw RuntimeError when the key is not there or its value is of another kind: a strategy
  /// asked for a knob that it did not declare.
  std::string_view text(std::string_view key) const;
  std::uint64_t size(std::string_view key) const;
  unsigned count(std::string_view key) const;
  bool on(std::string_view key) const;

  const Map& values() const { return values_; }
  bool operator==(const Knobs&) const = default;

 private:
  Map values_;
};

/// The canonical text of a value typed by a person ("64k" -> "64KiB", "true" -> "on"). Throws
/// UsageError naming the knob, the value and what it may be.
std::string canonical_value(const KnobSpec& spec, std::string_view typed);

/// All of the strategy's knobs: what was asked for, made canonical, and the fallback for the rest.
/// Throws UsageError for a key that the strategy does not have, naming the nearest.
Knobs complete(std::span<const KnobSpec> specs, const Knobs& asked, std::string_view strategy);

/// Only those that differ from their fallback.
Knobs without_fallbacks(std::span<const KnobSpec> specs, const Knobs& complete);

/// Every knob key that a case name can carry, in its order.
std::span<const std::string_view> knob_key_order();

}  // namespace readmark
