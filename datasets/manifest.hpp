// What is known of one file, kept as JSON so that a later use need not read the file to trust it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "datasets/content.hpp"
#include "os/file.hpp"

namespace readmark::datasets {

struct Manifest {
  std::string name;       // of the catalogue; empty for a user's file
  std::string generator;  // empty for a user's file
  std::string spec;       // empty for a user's file
  Content content;
  os::FileStamp stamp;  // what os::same_file compares; the rest is not kept
};

/// Empty if there is none or if it cannot be trusted (malformed, other version, blocks that do not
/// add up to the digest): then the file is read again.
std::optional<Manifest> read_manifest(const std::filesystem::path& path);

/// In one step, creating the folder. Throws RuntimeError.
void write_manifest(const std::filesystem::path& path, const Manifest& manifest);

/// Creates it and its parents. Throws RuntimeError with `way_out`.
void make_folder(const std::filesystem::path& folder, std::string_view way_out);

}  // namespace readmark::datasets
