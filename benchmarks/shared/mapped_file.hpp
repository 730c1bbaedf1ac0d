// A whole file mapped for reading, for what is the same on every system: a control and a unit cost.
// Strategies call their system themselves. One folder per system fulfils it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

namespace readmark {

class MappedFile {
 public:
  /// What a pass should not have to make of the path. Touches no file.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// A call that failed. No error: none did.
  struct Trouble {
    const char* call = "";
    std::error_code error;
  };

  /// Opens, asks the size, maps, closes. An empty file maps to nothing, which is no trouble.
  Trouble map() noexcept;
  std::span<const std::byte> bytes() const noexcept;
  Trouble unmap() noexcept;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

}  // namespace readmark
