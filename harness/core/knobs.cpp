// Knob values: canonical text, completion, order.
#include "core/knobs.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

constexpr std::array<std::string_view, 19> kKeyOrder = {
    "count",   "size", "fanout", "order",     "buf",    "block",    "window",   "depth",
    "threads", "hint", "mode",   "readahead", "direct", "populate", "prefetch", "pipe",
    "alloc",   "text", "mem"};

std::size_t rank(std::string_view key) {
  return static_cast<std::size_t>(std::find(kKeyOrder.begin(), kKeyOrder.end(), key) -
                                  kKeyOrder.begin());
}

std::string allowed(const KnobSpec& spec) {
  switch (spec.kind) {
    case KnobKind::size:
      return fmt::format("a size from {} to {}, such as 256KiB", format_size(spec.least),
                         format_size(spec.most));
    case KnobKind::count:
      return fmt::format("a whole number from {} to {}", spec.least, spec.most);
    case KnobKind::flag:
      return "on or off";
    case KnobKind::choice:
      return fmt::format("one of {}", fmt::join(spec.choices, ", "));
  }
  return "";
}

[[noreturn]] void refuse(const KnobSpec& spec, std::string_view typed) {
  throw UsageError(
      fmt::format("knob {}: \"{}\" is not {}", spec.key, printable(typed), allowed(spec)));
}

std::uint64_t within(const KnobSpec& spec, std::string_view typed,
                     std::optional<std::uint64_t> value) {
  if (!value || *value < spec.least || *value > spec.most) refuse(spec, typed);
  return *value;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string flag_text(const KnobSpec& spec, std::string_view typed) {
  if (typed == "on" || typed == "true" || typed == "yes" || typed == "1") return "on";
  if (typed == "off" || typed == "false" || typed == "no" || typed == "0") return "off";
  refuse(spec, typed);
}

}  // namespace

bool Knobs::KeyOrder::operator()(const std::string& a, const std::string& b) const {
  const std::size_t left = rank(a);
  const std::size_t right = rank(b);
  return left != right ? left < right : a < b;
}

std::string_view Knobs::text(std::string_view key) const {
  const auto found = values_.find(std::string(key));
  if (found == values_.end()) throw RuntimeError(fmt::format("the case has no knob \"{}\"", key));
  return found->second;
}

std::uint64_t Knobs::size(std::string_view key) const {
  const auto value = parse_size(text(key));
  if (!value) throw RuntimeError(fmt::format("knob {}: \"{}\" is not a size", key, text(key)));
  return *value;
}

unsigned Knobs::count(std::string_view key) const {
  const auto value = whole_number(text(key));
  if (!value)
    throw RuntimeError(fmt::format("knob {}: \"{}\" is not a whole number", key, text(key)));
  return static_cast<unsigned>(*value);
}

bool Knobs::on(std::string_view key) const { return text(key) == "on"; }

std::string canonical_value(const KnobSpec& spec, std::string_view typed) {
  switch (spec.kind) {
    case KnobKind::size:
      return format_size(within(spec, typed, parse_size(typed)));
    case KnobKind::count:
      return fmt::format("{}", within(spec, typed, whole_number(typed)));
    case KnobKind::flag:
      return flag_text(spec, typed);
    case KnobKind::choice:
      if (std::find(spec.choices.begin(), spec.choices.end(), typed) == spec.choices.end())
        refuse(spec, typed);
      return std::string(typed);
  }
  refuse(spec, typed);
}

Knobs complete(std::span<const KnobSpec> specs, const Knobs& asked, std::string_view strategy) {
  std::vector<std::string> known;
  Knobs result;
  for (const KnobSpec& spec : specs) {
    known.emplace_back(spec.key);
    result.set(std::string(spec.key), asked.has(spec.key)
                                          ? canonical_value(spec, asked.text(spec.key))
                                          : std::string(spec.fallback));
  }
  for (const auto& [key, value] : asked.values()) {
    if (result.has(key)) continue;
    throw UsageError(fmt::format("strategy {} has no knob \"{}\"{}; it has: {}", strategy,
                                 printable(key), did_you_mean(key, known),
                                 known.empty() ? "none" : join(known, ", ")));
  }
  return result;
}

Knobs without_fallbacks(std::span<const KnobSpec> specs, const Knobs& complete) {
  Knobs result;
  for (const KnobSpec& spec : specs) {
    if (!complete.has(spec.key) || complete.text(spec.key) == spec.fallback) continue;
    result.set(std::string(spec.key), std::string(complete.text(spec.key)));
  }
  return result;
}

std::span<const std::string_view> knob_key_order() { return kKeyOrder; }

}  // namespace readmark
