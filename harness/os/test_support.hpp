// What the tests of this folder share.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "os/cache.hpp"
#include "os/file.hpp"
#include "os/process.hpp"

namespace readmark::os::test {

/// A folder of its own that goes away with the object; on a device where there is one, because what
/// lives in memory cannot be made cold.
class TempFolder {
 public:
  TempFolder() {
    std::filesystem::path base = std::filesystem::temp_directory_path();
    if (lives_in_memory(base)) base = std::filesystem::current_path();
    std::random_device random;
    path_ = base / ("readmark-os-test-" + std::to_string(random()) + std::to_string(random()));
    std::filesystem::create_directories(path_);
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::vector<std::byte> noise_bytes(std::size_t count) {
  std::mt19937 words(4711);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(words() & 0xff);
  return bytes;
}

inline void write_file(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
  std::error_code error;
  File file = File::open(path, Open::create, error);
  ASSERT_FALSE(error) << error.message();
  file.write_at(bytes, 0, error);
  ASSERT_FALSE(error) << error.message();
}

inline void set_environment(const char* name, const std::string& value) {
#ifdef _WIN32
  ASSERT_EQ(::_putenv_s(name, value.c_str()), 0);
#else
  ASSERT_EQ(::setenv(name, value.c_str(), 1), 0);
#endif
}

/// The program that plays the child (test_child.cpp), beside the test program.
inline std::filesystem::path child_program() {
  const std::filesystem::path self = this_program();
  return self.parent_path() / ("os_test_child" + self.extension().string());
}

}  // namespace readmark::os::test
