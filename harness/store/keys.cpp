// Portable identities: hashes of content, and random ones.
#include "store/keys.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <span>

#include "core/digest.hpp"
#include "core/text.hpp"
#include "store/store.hpp"

namespace readmark::store {
namespace {

void append_big_endian(std::string& out, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xff);
}

}  // namespace

Key content_key(const std::vector<std::string>& parts) {
  std::string content;
  for (const std::string& part : parts) {
    append_big_endian(content, part.size());
    content += part;
  }
  const Digest digest = digest_block(std::as_bytes(std::span(content)), 0);
  std::string bytes;
  append_big_endian(bytes, digest.high);
  append_big_endian(bytes, digest.low);
  Key key{};
  std::ranges::copy(std::as_bytes(std::span(bytes)), key.begin());
  return key;
}

std::string to_hex(const Key& key) {
  std::string hex;
  for (const std::byte byte : key) hex += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return hex;
}

std::string new_uuid() {
  Key bytes{};
  sqlite3_randomness(static_cast<int>(bytes.size()), bytes.data());
  bytes[6] = (bytes[6] & std::byte{0x0f}) | std::byte{0x40};  // version 4
  bytes[8] = (bytes[8] & std::byte{0x3f}) | std::byte{0x80};  // RFC 9562 variant
  std::string text = to_hex(bytes);
  for (const std::size_t dash : {8u, 13u, 18u, 23u}) text.insert(dash, "-");
  return text;
}

std::string hash_path(const std::filesystem::path& path) {
  return to_hex(
      content_key({"path", encode_path(std::filesystem::absolute(path).lexically_normal())}));
}

Key host_key(std::span<const FactRow> stable_facts, std::string_view label) {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const FactRow& fact : stable_facts) {
    if (fact.status == FactStatus::ok) facts.emplace_back(fact.name, fact.value);
  }
  std::ranges::sort(facts);
  std::vector<std::string> parts{"host", std::string(label)};
  for (auto& [name, value] : facts) {
    parts.push_back(std::move(name));
    parts.push_back(std::move(value));
  }
  return content_key(parts);
}

}  // namespace readmark::store
