// The catalogue, from the JSON embedded in the program.
#include <nlohmann/json.hpp>
#include <vector>

#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/datasets.hpp"

namespace readmark::catalogue_json {
std::span<const EmbeddedFile> files();
}

namespace readmark::datasets {
namespace {

using Json = nlohmann::ordered_json;

Entry entry_from_json(const Json& json) {
  Entry made;
  made.name = json.at("name");
  made.summary = json.at("summary");
  made.spec = spec_from_json(json.at("spec"));
  const Json& expected = json.at("expected");
  made.expected.bytes = expected.at("bytes");
  made.expected.lines = expected.at("lines");
  made.expected.newline_bytes = expected.at("newline_bytes");
  made.expected.cr_bytes = expected.at("cr_bytes");
  made.expected.longest_line = expected.at("longest_line");
  made.expected.digest = Digest::parse(expected.at("digest").get<std::string>());
  return made;
}

std::vector<Entry> load() {
  const Json json = Json::parse(catalogue_json::files().front().text);
  if (json.at("generator") != kGenerator) {
    throw RuntimeError("the catalogue of datasets was made for another generator than this one");
  }
  std::vector<Entry> entries;
  for (const Json& one : json.at("datasets")) entries.push_back(entry_from_json(one));
  return entries;
}

}  // namespace

std::span<const Entry> catalogue() {
  static const std::vector<Entry> entries = load();
  return entries;
}

const Entry* find(std::string_view name) {
  for (const Entry& one : catalogue()) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

const Entry& entry(std::string_view name) {
  if (const Entry* found = find(name)) return *found;
  std::vector<std::string> names;
  for (const Entry& one : catalogue()) names.push_back(one.name);
  throw UsageError("there is no dataset \"" + printable(name) + "\"" + did_you_mean(name, names) +
                   "; there are " + join(names, ", ") + "; a file of your own is --file PATH");
}

}  // namespace readmark::datasets
