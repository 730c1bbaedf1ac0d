// For tests: a folder of one's own that is gone afterwards, and whole files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "datasets/datasets.hpp"
#include "os/clock.hpp"

namespace readmark::datasets {

class TestFolder {
 public:
  TestFolder() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            ("readmark-" + std::string(test->name()) + "-" + std::to_string(os::unix_time_ns()));
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

inline std::string content_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// Changes one byte in place.
inline void damage(const std::filesystem::path& path, std::uint64_t offset) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(offset));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(offset));
  file.put(static_cast<char>(byte ^ 1));
}

/// Three whole blocks and a part, of a spec that is not in the catalogue.
inline Entry test_entry(Spec::Kind kind = Spec::Kind::log) {
  Entry entry;
  entry.name = "test";
  entry.spec.kind = kind;
  entry.spec.seed = 77;
  entry.spec.bytes = 3 * kDigestBlock + 100'000;
  entry.spec.lines = kind == Spec::Kind::log ? entry.spec.bytes / 320 : 0;
  entry.expected = measure(entry.spec, 1);
  entry.expected.blocks.clear();
  return entry;
}

}  // namespace readmark::datasets
