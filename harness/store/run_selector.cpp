// RUN on the command line: which stored run is meant.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "core/text.hpp"
#include "store/impl.hpp"
#include "store/row_readers.hpp"

namespace readmark::store {
namespace {

constexpr std::size_t kMinHexDigits = 4;
constexpr std::string_view kSyntax =
    "a RUN is latest[~N], a label K=V[~N], at least four hex digits of a run's id, or a path";
constexpr std::string_view kWayOut = "`readmark list runs` shows what there is";

bool is_label_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           c == '-' || c == '.';
  });
}

// "text~N" as its two parts; no "~": 0. Empty if what follows "~" is no number.
struct Nth {
  std::string_view text;
  std::size_t back = 0;
};
std::optional<Nth> split_nth(std::string_view selector) {
  const auto tilde = selector.rfind('~');
  if (tilde == std::string_view::npos) return Nth{selector};
  const std::string_view digits = selector.substr(tilde + 1);
  Nth nth{selector.substr(0, tilde)};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), nth.back);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return nth;
}

// The digits of a UUID's beginning, lower case, without dashes; empty if it is none.
std::string hex_digits(std::string_view text) {
  std::string digits;
  for (char c : text) {
    if (c == '-') continue;
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) return {};
    digits += c;
  }
  return digits;
}

std::string describe(const RunRow& run) {
  return fmt::format("{} ({}{}{}, {:%Y-%m-%d %H:%M:%S} UTC)", run.uuid, to_text(run.kind),
                     run.profile.empty() ? "" : " ", run.profile,
                     fmt::gmtime(static_cast<std::time_t>(run.started_ns / 1'000'000'000)));
}

RunRow pick_nth(const std::vector<RunRow>& newest_first, std::size_t back, std::string_view what) {
  if (newest_first.empty()) throw UsageError(fmt::format("there is no {}; {}", what, kWayOut));
  if (back >= newest_first.size()) {
    throw UsageError(fmt::format("there are only {} of: {}, so ~{} is none; {}",
                                 newest_first.size(), what, back, kWayOut));
  }
  return newest_first[back];
}

RunRow pick_only(const std::vector<RunRow>& runs, std::string_view selector) {
  if (runs.empty()) {
    throw UsageError(fmt::format("there is no run whose id begins with {}; {}", selector, kWayOut));
  }
  if (runs.size() == 1) return runs.front();
  std::string candidates;
  for (const RunRow& run : runs) candidates += "\n  " + describe(run);
  throw UsageError(
      fmt::format("{} runs have an id that begins with {}: give more digits of one of{}",
                  runs.size(), selector, candidates));
}

}  // namespace

bool names_a_file(std::string_view selector) {
  if (selector.ends_with(".db") || selector.ends_with(".json")) return true;
  const auto equals = selector.find('=');
  if (equals != std::string_view::npos && is_label_name(selector.substr(0, equals))) return false;
  return selector.find_first_of("/\\") != std::string_view::npos;
}

RunRow Store::find_run(std::string_view selector, const std::optional<Key>& host,
                       const std::optional<std::string>& profile) const {
  const std::string newest_first = " ORDER BY r.started_ns DESC, r.id DESC";
  const auto nth = split_nth(selector);

  if (nth && nth->text == "latest") {
    const auto runs = impl_->all(
        read_run,
        select_runs("WHERE (?1 IS NULL OR coalesce(r.profile, '') = ?1) AND (?2 IS NULL OR EXISTS ("
                    "SELECT 1 FROM session s JOIN environment e ON e.id = s.environment_id"
                    " JOIN host h ON h.id = e.host_id WHERE s.run_id = r.id AND h.key = ?2))" +
                    newest_first),
        profile, host);
    const std::string of_profile = profile ? fmt::format(" with profile \"{}\"", *profile) : "";
    return pick_nth(runs, nth->back,
                    fmt::format("run{}{} in {}", host ? " of this host" : "", of_profile,
                                display_path(path())));
  }

  if (const auto equals = selector.find('='); equals != std::string_view::npos) {
    const auto labelled = [&](std::string_view label) {
      return impl_->all(
          read_run,
          select_runs("JOIN label l ON l.run_id = r.id WHERE l.name = ? AND l.value = ?" +
                      newest_first),
          printable(label.substr(0, equals)), printable(label.substr(equals + 1)));
    };
    auto runs = labelled(selector);  // a value may contain "~2" itself
    if (!runs.empty()) return runs.front();
    if (nth && nth->text.size() > equals) {
      return pick_nth(labelled(nth->text), nth->back,
                      fmt::format("run with the label {}", printable(nth->text)));
    }
    return pick_nth(runs, 0, fmt::format("run with the label {}", printable(selector)));
  }

  const std::string digits = hex_digits(selector);
  if (digits.size() < kMinHexDigits) {
    throw UsageError(
        fmt::format("\"{}\" is no RUN: {}; {}", printable(selector), kSyntax, kWayOut));
  }
  return pick_only(
      impl_->all(read_run,
                 select_runs("WHERE replace(r.uuid, '-', '') GLOB ? || '*'" + newest_first),
                 digits),
      selector);
}

}  // namespace readmark::store
