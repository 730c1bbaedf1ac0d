// The datasets: which there are, and how to have one in a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/dataset.hpp"
#include "datasets/content.hpp"
#include "datasets/parallel.hpp"
#include "datasets/spec.hpp"

namespace readmark::datasets {

/// A dataset of the catalogue. What its content must be is frozen there.
struct Entry {
  std::string name;
  std::string summary;
  Spec spec;
  Content expected;  // totals only
};

/// In its order: by size, variants last. Embedded in the program.
std::span<const Entry> catalogue();
const Entry* find(std::string_view name);  // null if there is none

/// As `find`; throws UsageError that names the nearest and all there are.
const Entry& entry(std::string_view name);

/// What the catalogue says, and where the file is or would be. Throws UsageError for an unknown
/// name.
Dataset planned(std::string_view name, const std::filesystem::path& data_dir);

/// Its file is there and is the one that its manifest was made for. Reads the manifest only.
bool is_ready(const Dataset& dataset);

/// Ready: returned at once. A file without a manifest that fits it: verified, and refused if it is
/// wrong. Else generated. Throws UsageError or RuntimeError.
Dataset ensure(std::string_view name, const std::filesystem::path& data_dir,
               const Progress& progress = {}, unsigned threads = 0);

/// Makes the file anew, or goes on where an earlier try was stopped. A file that is there is
/// replaced when the new one is complete.
Dataset generate(std::string_view name, const std::filesystem::path& data_dir,
                 const Progress& progress = {}, unsigned threads = 0);

/// Reads the whole file. Empty if it is as the catalogue says, and its manifest is then up to date;
/// else one sentence that names what is wrong: the first wrong block, a length, holes, or why it
/// cannot be read.
std::string verify(std::string_view name, const std::filesystem::path& data_dir,
                   const Progress& progress = {}, unsigned threads = 0);

/// The file, its manifest, and what a stopped generation left. How many bytes of files were there.
std::uint64_t remove(std::string_view name, const std::filesystem::path& data_dir);

/// A file of the user's own. What is known of it is kept in the cache folder by path, size and
/// modification time, so that it is read only once. Throws UsageError for what can never be
/// measured (not there, a folder, a device, an empty file), RuntimeError when it cannot be read.
Dataset own_file(const std::filesystem::path& path, const Progress& progress = {},
                 unsigned threads = 0);

}  // namespace readmark::datasets
