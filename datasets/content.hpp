// What there is to know of a file's content, and the two ways to know it: read it, or make it in
// memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/digest.hpp"
#include "datasets/line_stats.hpp"
#include "datasets/parallel.hpp"
#include "datasets/spec.hpp"
#include "os/file.hpp"

namespace readmark::datasets {

struct Content {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
  std::uint64_t newline_bytes = 0;
  std::uint64_t cr_bytes = 0;
  std::uint64_t longest_line = 0;
  Digest digest;
  std::vector<Digest> blocks{};  // of each kDigestBlock; empty where only the totals are known

  bool same_totals(const Content& other) const;
};

/// Gathers blocks in any order, from several threads at once (each block by one thread).
class ContentBuilder {
 public:
  explicit ContentBuilder(std::uint64_t bytes);

  void add(std::uint64_t index, std::span<const std::byte> block, const Digest& digest) noexcept;
  Content finish() &&;

 private:
  std::uint64_t bytes_;
  std::vector<Digest> digests_;
  std::vector<LineSummary> lines_;
};

/// Makes the content in memory and keeps none of it.
Content measure(const Spec& spec, unsigned threads = 0, const Progress& progress = {});

/// All of a block, or an error sentence thrown as RuntimeError; also when the file ends before.
void read_block(os::File& file, const std::filesystem::path& path, std::uint64_t offset,
                std::span<std::byte> into);

/// Opens for reading or throws RuntimeError.
os::File open_to_read(const std::filesystem::path& path);

/// Reads the file, which has `bytes` bytes. Throws RuntimeError.
Content read_content(const std::filesystem::path& path, std::uint64_t bytes, unsigned threads = 0,
                     const Progress& progress = {});

}  // namespace readmark::datasets
