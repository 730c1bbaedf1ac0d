// Which blocks of a file in the making are on disk: what a killed generation goes on from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/digest.hpp"
#include "os/file.hpp"

namespace readmark::datasets {

/// A text file beside the partial one: a first line that says what is being made, then a line per
/// block with its digest. It is a hint, not a proof: a block is trusted only after it was read and
/// has that digest.
class Journal {
 public:
  /// Opens the journal, or begins a new one when there is none or it is of another `title`. Throws
  /// RuntimeError.
  Journal(std::filesystem::path path, const std::string& title);

  std::optional<Digest> recorded(std::uint64_t index) const;
  std::size_t recorded_blocks() const { return found_.size(); }

  /// After the block was written. Any thread.
  void record(std::uint64_t index, const Digest& digest);

  /// Closes and deletes it.
  void remove() noexcept;

 private:
  void load(const std::string& title);

  const std::filesystem::path path_;
  os::File file_;
  std::unordered_map<std::uint64_t, Digest> found_;
  std::mutex mutex_;
  std::uint64_t end_ = 0;
};

}  // namespace readmark::datasets
