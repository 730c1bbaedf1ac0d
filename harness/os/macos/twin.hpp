// Making a twin (os/cache.hpp) whether it is needed or not.
#pragma once

#include <filesystem>
#include <memory>

#include "os/cache.hpp"

namespace readmark::os::macos {

/// Beside the file. Null where the filesystem has no clones (APFS has), or the folder may not be
/// written.
std::unique_ptr<Twin> twin_of(const std::filesystem::path& path);

}  // namespace readmark::os::macos
