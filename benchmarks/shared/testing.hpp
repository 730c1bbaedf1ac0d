// What the tests of strategies share: files with known content, and what a naive reader finds in
// them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/consumer.hpp"
#include "core/dataset.hpp"

namespace readmark::testing_support {

/// A folder that goes away with its content.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// ASCII with newlines, different at every place.
std::vector<std::byte> some_text(std::size_t bytes);

/// The same with many lines that end in \r\n, and no Ctrl-Z, which ends a text file on Windows.
std::vector<std::byte> some_crlf_text(std::size_t bytes);

/// What a decoding (core/decoded.hpp; empty: none) makes of ASCII, by a byte-at-a-time loop.
std::vector<std::byte> naive_decoding(std::string_view decoded,
                                      const std::vector<std::byte>& content);

/// Writes the file and tells of it as a dataset would be told of.
Dataset make_dataset(const std::filesystem::path& path, const std::vector<std::byte>& content);

/// By a byte-at-a-time loop.
Checksum naive_checksum(Use use, const std::vector<std::byte>& content);

}  // namespace readmark::testing_support
