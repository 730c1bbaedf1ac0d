// The little of XML that property lists are made of, and lines of text.
#include "os/macos/tool_text.hpp"

#include <charconv>

namespace readmark::os::macos {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

struct Entity {
  std::string_view escaped;
  char plain;
};
constexpr Entity kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

std::string unescaped(std::string_view xml) {
  std::string text;
  while (!xml.empty()) {
    const Entity* found = nullptr;
    for (const Entity& entity : kEntities) {
      if (xml.starts_with(entity.escaped)) found = &entity;
    }
    text += found == nullptr ? xml.front() : found->plain;
    xml.remove_prefix(found == nullptr ? 1 : found->escaped.size());
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// The next line of `text`, which is left with the rest; false at the end.
bool next_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = text.find('\n');
  line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return true;
}

}  // namespace

std::optional<std::string> plist_value(std::string_view plist, std::string_view key) {
  const std::string tag = "<key>" + std::string(key) + "</key>";
  const std::size_t at = plist.find(tag);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = trimmed(plist.substr(at + tag.size()));
  if (rest.starts_with("<true/>")) return "yes";
  if (rest.starts_with("<false/>")) return "no";
  for (const std::string_view type : {"string", "integer", "real"}) {
    const std::string open = "<" + std::string(type) + ">", close = "</" + std::string(type) + ">";
    const std::size_t end = rest.find(close);
    if (rest.starts_with(open) && end != std::string_view::npos)
      return unescaped(rest.substr(open.size(), end - open.size()));
  }
  return std::nullopt;
}

std::string setting(std::string_view text, std::string_view key) {
  for (std::string_view line; next_line(text, line);) {
    std::string_view rest = trimmed(line);
    if (!rest.starts_with(key)) continue;
    rest.remove_prefix(key.size());
    if (rest.empty() || kSpace.find(rest.front()) == std::string_view::npos) continue;
    rest = trimmed(rest);
    if (rest.starts_with('=')) rest = trimmed(rest.substr(1));
    return std::string(rest.substr(0, rest.find_first_of(kSpace)));
  }
  return "";
}

std::string power_source(std::string_view text) {
  if (text.find("drawing from 'AC Power'") != std::string_view::npos) return "mains";
  if (text.find("drawing from 'Battery Power'") != std::string_view::npos) return "battery";
  if (text.find("drawing from 'UPS Power'") != std::string_view::npos) return "ups";
  return "";
}

std::string_view device_of_disk(std::string_view registry, std::string_view disk) {
  // What ioreg was asked for begins at the margin, and what is below it is indented.
  constexpr std::string_view kObject = "+-o ";
  const std::string name = "\"BSD Name\" = \"" + std::string(disk) + '"';
  while (!registry.empty()) {
    const std::size_t next = registry.find("\n" + std::string(kObject));
    const std::string_view part = registry.substr(0, next);
    if (part.find(name) != std::string_view::npos) return part;
    registry = next == std::string_view::npos ? std::string_view{} : registry.substr(next + 1);
  }
  return {};
}

std::string registry_value(std::string_view part, std::string_view key) {
  const std::string quoted = '"' + std::string(key) + '"';
  const std::size_t at = part.find(quoted);
  if (at == std::string_view::npos) return "";
  std::string_view rest = trimmed(part.substr(at + quoted.size()));
  if (!rest.starts_with('=')) return "";
  rest = trimmed(rest.substr(1));
  if (rest.starts_with('"')) return std::string(trimmed(rest.substr(1, rest.find('"', 1) - 1)));
  return std::string(rest.substr(0, rest.find_first_of(" ,}\r\n")));
}

std::optional<int> speed_limit(std::string_view text) {
  const std::string value = setting(text, "CPU_Speed_Limit");
  int percent = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), percent);
  if (value.empty() || error != std::errc{} || end != value.data() + value.size())
    return std::nullopt;
  return percent;
}

std::optional<unsigned> endpoint_security_extensions(std::string_view text) {
  if (text.find("extension(s)") == std::string_view::npos) return std::nullopt;
  unsigned count = 0;
  bool is_ours = false;
  for (std::string_view line; next_line(text, line);) {
    if (line.starts_with("---")) is_ours = line.ends_with("endpoint_security");
    if (is_ours && line.find("[activated enabled]") != std::string_view::npos) ++count;
  }
  return count;
}

}  // namespace readmark::os::macos
