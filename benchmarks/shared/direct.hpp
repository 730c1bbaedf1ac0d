// Reading past the page cache: may it be done for this file, and with which alignment. One folder
// per system fulfils it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "core/strategy.hpp"

namespace readmark {

struct DirectAccess {
  Support support;
  std::size_t memory_alignment = 4096;  // of the destination's address
  std::size_t offset_alignment = 4096;  // of offset and length
  std::string how;                      // what that rests on, for Reader::effective()
};

/// Found by trying on the file itself. A path that is not there yet is answered for the system
/// only.
DirectAccess direct_access(const std::filesystem::path& path);

/// The same for blocks of one size, which must fit the alignment.
Support direct_support(const std::filesystem::path& path, std::size_t block);

/// What to pass to open(2) beside the ordinary flags; 0 where direct_access() always says no.
int direct_open_flag() noexcept;

}  // namespace readmark
