// Digests and line statistics of files and of generated content.
#include "datasets/content.hpp"

#include <memory>

#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/generator.hpp"

namespace readmark::datasets {

bool Content::same_totals(const Content& other) const {
  return bytes == other.bytes && lines == other.lines && newline_bytes == other.newline_bytes &&
         cr_bytes == other.cr_bytes && longest_line == other.longest_line && digest == other.digest;
}

ContentBuilder::ContentBuilder(std::uint64_t bytes)
    : bytes_(bytes),
      digests_(static_cast<std::size_t>(block_count(bytes))),
      lines_(static_cast<std::size_t>(block_count(bytes))) {}

void ContentBuilder::add(std::uint64_t index, std::span<const std::byte> block,
                         const Digest& digest) noexcept {
  digests_[static_cast<std::size_t>(index)] = digest;
  lines_[static_cast<std::size_t>(index)] = summarize_lines(block);
}

Content ContentBuilder::finish() && {
  Content content;
  content.bytes = bytes_;
  for (const Digest& digest : digests_) content.digest.add(digest);
  LineTotals totals;
  for (const LineSummary& summary : lines_) totals.append(summary);
  content.lines = totals.lines();
  content.newline_bytes = totals.newline_bytes();
  content.cr_bytes = totals.cr_bytes();
  content.longest_line = totals.longest_line();
  content.blocks = std::move(digests_);
  return content;
}

Content measure(const Spec& spec, unsigned threads, const Progress& progress) {
  ContentBuilder builder(spec.bytes);
  for_each_block(spec.bytes, threads, progress, [&]() -> BlockTask {
    auto generator = std::make_shared<Generator>(spec);
    return [&builder, generator](const Block& block) {
      const auto bytes = generator->make(block.index);
      builder.add(block.index, bytes, digest_block(bytes, block.index));
    };
  });
  return std::move(builder).finish();
}

os::File open_to_read(const std::filesystem::path& path) {
  std::error_code error;
  os::File file = os::File::open(path, os::Open::read, error);
  if (!file.is_open()) {
    throw_failure(
        "open", display_path(path), error,
        error == std::errc::permission_denied ? "ask its owner for leave to read it" : "");
  }
  return file;
}

void read_block(os::File& file, const std::filesystem::path& path, std::uint64_t offset,
                std::span<std::byte> into) {
  while (!into.empty()) {
    std::error_code error;
    const std::size_t got = file.read_at(into, offset, error);
    if (error) throw_failure("read", display_path(path), error);
    if (got == 0) {
      throw RuntimeError("the file " + display_path(path) + " ends at byte " +
                         std::to_string(offset) + ": it became shorter while it was being read");
    }
    offset += got;
    into = into.subspan(got);
  }
}

Content read_content(const std::filesystem::path& path, std::uint64_t bytes, unsigned threads,
                     const Progress& progress) {
  ContentBuilder builder(bytes);
  for_each_block(bytes, threads, progress, [&]() -> BlockTask {
    // A handle per thread: Windows serialises reads on one.
    auto file = std::make_shared<os::File>(open_to_read(path));
    auto buffer = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(kDigestBlock));
    return [&builder, &path, file, buffer](const Block& block) {
      const std::span<std::byte> into = std::span(*buffer).first(block.bytes);
      read_block(*file, path, block.offset, into);
      builder.add(block.index, into, digest_block(into, block.index));
    };
  });
  return std::move(builder).finish();
}

}  // namespace readmark::datasets
