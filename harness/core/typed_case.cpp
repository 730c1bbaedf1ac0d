// Typed text -> case.
#include "core/typed_case.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw UsageError(
      fmt::format("\"{}\" names no case: {}; a case is WORKLOAD/STRATEGY/DATA[/KEY:VALUE..], such "
                  "as read/pread/150mb/buf:1MiB/cache:cold",
                  printable(text), why));
}

bool is_identifier(const std::string& word) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !word.empty() && word[0] >= 'a' && word[0] <= 'z' && std::ranges::all_of(word, allowed);
}

std::vector<std::string> known_keys() {
  std::vector<std::string> keys = {"cache", "use"};
  for (const std::string_view key : knob_key_order()) keys.emplace_back(key);
  return keys;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  TypedCase run() {
    const std::vector<std::string> segments = split(text_, '/');
    if (segments.size() < 2) refuse(text_, "it names no strategy");
    if (!is_identifier(segments[0]) || !is_identifier(segments[1]))
      refuse(text_, "workload and strategy are lower-case words");
    typed_.workload = segments[0];
    typed_.strategy = segments[1];
    for (std::size_t i = 2; i < segments.size(); ++i) add(segments[i]);
    return std::move(typed_);
  }

 private:
  void add(const std::string& segment) {
    const std::size_t colon = segment.find(':');
    if (segment.empty()) refuse(text_, "a part of it is empty");
    if (colon == std::string::npos) {
      if (typed_.data) refuse(text_, "it names two datasets");
      typed_.data = segment;
    } else {
      add(segment.substr(0, colon), split(std::string_view(segment).substr(colon + 1), ','));
    }
  }

  void add(const std::string& key, std::vector<std::string> values) {
    const std::vector<std::string> known = known_keys();
    if (std::ranges::find(known, key) == known.end()) {
      refuse(text_,
             fmt::format("no case has a key \"{}\"{}", printable(key), did_you_mean(key, known)));
    }
    if (std::ranges::find(seen_, key) != seen_.end())
      refuse(text_, fmt::format("key \"{}\" is there twice", key));
    if (std::ranges::any_of(values, &std::string::empty))
      refuse(text_, fmt::format("key \"{}\" has an empty value", key));
    seen_.push_back(key);
    if (key == "cache") {
      for (const std::string& value : values) typed_.caches.push_back(parse_cache(value));
    } else if (key == "use") {
      for (const std::string& value : values) typed_.uses.push_back(parse_use(value));
    } else {
      typed_.knobs.emplace_back(key, std::move(values));
    }
  }

  std::string_view text_;
  TypedCase typed_;
  std::vector<std::string> seen_;
};

bool same_value(std::string_view a, std::string_view b) {
  return a == b || (parse_size(a) && parse_size(a) == parse_size(b));
}

bool has_typed_knobs(const TypedCase& typed, const Case& bench_case) {
  return std::ranges::all_of(typed.knobs, [&](const auto& knob) {
    if (!bench_case.knobs.has(knob.first)) return false;
    const std::string_view value = bench_case.knobs.text(knob.first);
    return std::ranges::any_of(knob.second,
                               [&](const std::string& one) { return same_value(one, value); });
  });
}

// A name carries only the knobs that differ from their default.
bool has_no_other_knobs(const TypedCase& typed, const Case& bench_case) {
  for (const std::string& segment : split(bench_case.name, '/')) {
    const std::string key = segment.substr(0, segment.find(':'));
    if (key.size() == segment.size() || key == "cache" || key == "use") continue;
    const bool was_typed =
        std::ranges::any_of(typed.knobs, [&](const auto& knob) { return knob.first == key; });
    if (!was_typed) return false;
  }
  return true;
}

template <typename T>
bool among(const std::vector<T>& typed, T usual, T value) {
  return typed.empty() ? value == usual : std::ranges::find(typed, value) != typed.end();
}

}  // namespace

TypedCase parse_typed_case(std::string_view text) { return Parser(text).run(); }

bool matches(const TypedCase& typed, const Case& bench_case) {
  return typed.workload == bench_case.workload && typed.strategy == bench_case.strategy &&
         typed.data.value_or(bench_case.data) == bench_case.data &&
         among(typed.caches, Cache::warm, bench_case.cache) &&
         among(typed.uses, Use::touch, bench_case.use) && has_typed_knobs(typed, bench_case) &&
         has_no_other_knobs(typed, bench_case);
}

}  // namespace readmark
