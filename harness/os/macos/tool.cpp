// Runs a tool without a shell, and takes apart the little of XML that property lists are made of.
#include "os/macos/tool.hpp"

#include "core/error.hpp"
#include "os/process.hpp"

namespace readmark::os::macos {
namespace {

constexpr std::int64_t kToolTimeout = 10'000'000'000;
constexpr std::size_t kMostOutput = std::size_t{4} << 20;

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

std::string_view without_space(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

}  // namespace

std::optional<std::string> run_tool(const char* program,
                                    const std::vector<std::string>& arguments) {
  std::string output;
  const auto keep = [&](std::string_view line) {
    if (output.size() + line.size() < kMostOutput) output.append(line) += '\n';
  };
  ChildSpec spec;
  spec.program = program;
  spec.arguments = arguments;
  spec.timeout_ns = kToolTimeout;
  try {
    const ChildEnd end = run_child(spec, keep, {});
    if (end.how == ChildEnd::How::exited && end.code == 0) return output;
  } catch (const RuntimeError&) {
    // Not there, as on a later macOS: what it would have told is absent.
  }
  return std::nullopt;
}

std::optional<std::string> plist_value(std::string_view plist, std::string_view key) {
  const std::string tag = "<key>" + std::string(key) + "</key>";
  const std::size_t at = plist.find(tag);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = without_space(plist.substr(at + tag.size()));
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

}  // namespace readmark::os::macos
