// Manifests as JSON files. Block digests are one string: 32 hex digits for each MiB.
#include "datasets/manifest.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark::datasets {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 2;
constexpr std::size_t kBlockDigits = 32;
constexpr std::uint64_t kMostBytes = std::uint64_t{1}
                                     << 30;  // a manifest of 32 TiB; larger is not ours

std::string blocks_text(const std::vector<Digest>& blocks) {
  std::string text;
  text.reserve(blocks.size() * kBlockDigits);
  for (const Digest& block : blocks) {
    fmt::format_to(std::back_inserter(text), "{:016x}{:016x}", block.high, block.low);
  }
  return text;
}

std::uint64_t parse_hex16(std::string_view digits) {
  std::uint64_t value = 0;
  const auto end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, value, 16);
  if (parsed.ec != std::errc() || parsed.ptr != end) throw RuntimeError("not a block digest");
  return value;
}

std::vector<Digest> parse_blocks(std::string_view text, std::uint64_t bytes) {
  if (text.size() != block_count(bytes) * kBlockDigits) throw RuntimeError("not all blocks");
  std::vector<Digest> blocks;
  blocks.reserve(text.size() / kBlockDigits);
  std::uint64_t left = bytes;
  for (; !text.empty(); text.remove_prefix(kBlockDigits)) {
    const std::uint64_t length = std::min(left, kDigestBlock);
    blocks.push_back({parse_hex16(text.substr(0, 16)), parse_hex16(text.substr(16, 16)), length});
    left -= length;
  }
  return blocks;
}

Json to_json(const Manifest& manifest) {
  const Content& content = manifest.content;
  Json json;
  json["schema_version"] = kSchemaVersion;
  if (!manifest.name.empty()) json["name"] = manifest.name;
  if (!manifest.generator.empty()) json["generator"] = manifest.generator;
  if (!manifest.spec.empty()) json["spec"] = Json::parse(manifest.spec);
  json["bytes"] = content.bytes;
  json["lines"] = content.lines;
  json["newline_bytes"] = content.newline_bytes;
  json["cr_bytes"] = content.cr_bytes;
  json["longest_line"] = content.longest_line;
  json["digest"] = content.digest.text();
  json["file"] = {{"bytes", manifest.stamp.bytes},
                  {"modified_ns", manifest.stamp.modified_ns},
                  {"changed_ns", manifest.stamp.changed_ns},
                  {"inode", manifest.stamp.inode}};
  json["block_bytes"] = kDigestBlock;
  json["blocks"] = blocks_text(content.blocks);
  return json;
}

Manifest from_json(const Json& json) {
  if (json.at("schema_version") != kSchemaVersion || json.at("block_bytes") != kDigestBlock) {
    throw RuntimeError("a manifest of another version");
  }
  Manifest manifest;
  manifest.name = json.value("name", "");
  manifest.generator = json.value("generator", "");
  if (json.contains("spec")) manifest.spec = json["spec"].dump();
  Content& content = manifest.content;
  content.bytes = json.at("bytes");
  content.lines = json.at("lines");
  content.newline_bytes = json.at("newline_bytes");
  content.cr_bytes = json.at("cr_bytes");
  content.longest_line = json.at("longest_line");
  content.digest = Digest::parse(json.at("digest").get<std::string>());
  content.blocks = parse_blocks(json.at("blocks").get_ref<const std::string&>(), content.bytes);
  Digest sum;
  for (const Digest& block : content.blocks) sum.add(block);
  if (sum != content.digest) throw RuntimeError("blocks that do not add up to the digest");
  const Json& file = json.at("file");
  manifest.stamp.bytes = file.at("bytes");
  manifest.stamp.modified_ns = file.at("modified_ns");
  manifest.stamp.changed_ns = file.at("changed_ns");
  manifest.stamp.inode = file.at("inode");
  return manifest;
}

std::optional<std::string> read_text(const std::filesystem::path& path) {
  std::error_code error;
  os::File file = os::File::open(path, os::Open::read, error);
  if (!file.is_open()) return std::nullopt;
  const std::uint64_t bytes = file.size(error);
  if (error || bytes > kMostBytes) return std::nullopt;
  std::string text(static_cast<std::size_t>(bytes), '\0');
  read_block(file, path, 0, std::as_writable_bytes(std::span(text)));
  return text;
}

}  // namespace

std::optional<Manifest> read_manifest(const std::filesystem::path& path) {
  try {
    const std::optional<std::string> text = read_text(path);
    if (!text) return std::nullopt;
    return from_json(Json::parse(*text));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const RuntimeError&) {
    return std::nullopt;
  }
}

void make_folder(const std::filesystem::path& folder, std::string_view way_out) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw_failure("create the folder", display_path(folder), error, way_out);
}

void write_manifest(const std::filesystem::path& path, const Manifest& manifest) {
  make_folder(path.parent_path(), "");
  const std::string text = to_json(manifest).dump(1) + "\n";
  std::filesystem::path temporary = path;
  temporary += ".partial";
  std::error_code error;
  {
    os::File file = os::File::open(temporary, os::Open::create, error);
    if (!file.is_open()) throw_failure("create", display_path(temporary), error);
    file.write_at(std::as_bytes(std::span(text)), 0, error);
    if (!error) file.sync(error);
    if (error) throw_failure("write", display_path(temporary), error);
  }
  os::rename_over(temporary, path, error);
  if (error) throw_failure("rename to", display_path(path), error);
}

}  // namespace readmark::datasets
