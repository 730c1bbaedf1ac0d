// Enumerations as text, and case names.
#include "core/case.hpp"

#include <array>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

constexpr std::array<std::string_view, 3> kCaches = {"warm", "cold", "as_found"};
constexpr std::array<std::string_view, 5> kUses = {"touch", "sum", "newlines", "digest", "none"};
constexpr std::array<std::string_view, 4> kRoles = {"subject", "control", "ceiling", "canary"};
constexpr std::array<std::string_view, 9> kStatuses = {"ok",      "unsupported", "skipped",
                                                       "invalid", "wrong",       "failed",
                                                       "timeout", "crashed",     "interrupted"};

template <typename Enum, std::size_t N>
Enum parse(const std::array<std::string_view, N>& names, std::string_view text,
           std::string_view what) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == text) return static_cast<Enum>(i);
  }
  const std::vector<std::string> known(names.begin(), names.end());
  throw UsageError(fmt::format("{}: \"{}\" is not one of {}{}", what, printable(text),
                               join(known, ", "), did_you_mean(text, known)));
}

}  // namespace

std::string_view to_text(Cache value) { return kCaches[static_cast<std::size_t>(value)]; }
std::string_view to_text(Use value) { return kUses[static_cast<std::size_t>(value)]; }
std::string_view to_text(Role value) { return kRoles[static_cast<std::size_t>(value)]; }
std::string_view to_text(Status value) { return kStatuses[static_cast<std::size_t>(value)]; }

Cache parse_cache(std::string_view text) { return parse<Cache>(kCaches, text, "cache state"); }
Use parse_use(std::string_view text) { return parse<Use>(kUses, text, "consumer"); }
Role parse_role(std::string_view text) { return parse<Role>(kRoles, text, "role"); }
Status parse_status(std::string_view text) { return parse<Status>(kStatuses, text, "status"); }

std::string case_name(std::string_view workload, std::string_view strategy, std::string_view data,
                      const Knobs& named, Cache cache, Use use) {
  std::string name = fmt::format("{}/{}/{}", workload, strategy, data);
  for (const auto& [key, value] : named.values()) name += fmt::format("/{}:{}", key, value);
  return name + fmt::format("/cache:{}/use:{}", to_text(cache), to_text(use));
}

std::string own_file_label(std::string_view basename, std::string_view digest_short_text) {
  return fmt::format("{}@{}", percent_encode(basename), digest_short_text);
}

}  // namespace readmark
