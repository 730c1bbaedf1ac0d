// Test files, and the naive reference.
#include "benchmarks/shared/testing.hpp"

#include <atomic>
#include <fstream>

#include "core/decoded.hpp"
#include "core/digest.hpp"
#include "os/clock.hpp"

namespace readmark::testing_support {

TemporaryFolder::TemporaryFolder() {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() /
          ("readmark_test_" + std::to_string(os::unix_time_ns()) + "_" + std::to_string(count++));
  std::filesystem::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::byte> some_text(std::size_t bytes) {
  std::vector<std::byte> text(bytes);
  std::uint64_t state = 1;
  for (std::byte& byte : text) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const auto value = static_cast<unsigned char>(state >> 57);  // 0..127
    byte = std::byte{value < 4 ? static_cast<unsigned char>('\n') : value};
  }
  return text;
}

std::vector<std::byte> some_crlf_text(std::size_t bytes) {
  std::vector<std::byte> text = some_text(bytes);
  for (std::size_t at = 0; at < bytes; ++at) {
    if (text[at] == std::byte{0x1A}) text[at] = std::byte{' '};
    if (at > 0 && text[at] == std::byte{'\n'}) text[at - 1] = std::byte{'\r'};
  }
  return text;
}

std::vector<std::byte> naive_decoding(std::string_view decoded,
                                      const std::vector<std::byte>& content) {
  if (decoded.empty()) return content;
  std::vector<std::byte> text;
  for (std::size_t at = 0; at < content.size() && content[at] != std::byte{0x1A}; ++at) {
    const bool before_newline = at + 1 < content.size() && content[at + 1] == std::byte{'\n'};
    if (content[at] == std::byte{'\r'} && before_newline) continue;
    text.push_back(content[at]);
    if (decoded == kTextModeUtf16) text.push_back(std::byte{0});
  }
  return text;
}

Dataset make_dataset(const std::filesystem::path& path, const std::vector<std::byte>& content) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()),
             static_cast<std::streamsize>(content.size()));
  file.close();
  Dataset dataset;
  dataset.name = path.filename().string();
  dataset.kind = "file";
  dataset.path = path;
  dataset.bytes = content.size();
  for (std::size_t at = 0; at < content.size(); at += kDigestBlock) {
    const std::size_t size = std::min<std::size_t>(kDigestBlock, content.size() - at);
    dataset.digest.add(digest_block(std::span(content).subspan(at, size), at / kDigestBlock));
  }
  return dataset;
}

Checksum naive_checksum(Use use, const std::vector<std::byte>& content) {
  Checksum sum;
  if (use == Use::digest) {
    for (std::size_t at = 0; at < content.size(); at += kDigestBlock) {
      const std::size_t size = std::min<std::size_t>(kDigestBlock, content.size() - at);
      const Digest part = digest_block(std::span(content).subspan(at, size), at / kDigestBlock);
      const std::uint64_t low = sum.low + part.low;
      sum.high += part.high + (low < sum.low ? 1 : 0);
      sum.low = low;
    }
    return sum;
  }
  for (std::size_t at = 0; at < content.size(); ++at) {
    const auto value = std::to_integer<std::uint64_t>(content[at]);
    if (use == Use::sum) sum.low += value;
    if (use == Use::newlines && value == '\n') ++sum.low;
    if (use == Use::touch && at % 64 == 0) sum.low += value;
  }
  return sum;
}

}  // namespace readmark::testing_support
