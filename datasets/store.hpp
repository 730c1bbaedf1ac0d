// A generated dataset in its folder: making, checking, trusting.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "datasets/datasets.hpp"
#include "datasets/manifest.hpp"

namespace readmark::datasets {

/// Empty if `needed` bytes fit into `free`; else why not and what to do.
std::string space_problem(std::string_view name, const std::filesystem::path& folder,
                          std::uint64_t needed, std::uint64_t free);

/// Makes the file of any entry, of the catalogue or not, and its manifest.
void generate_file(const Entry& entry, const std::filesystem::path& data_dir,
                   const Progress& progress, unsigned threads);

/// As datasets::verify, for any entry.
std::string verify_file(const Entry& entry, const std::filesystem::path& data_dir,
                        const Progress& progress, unsigned threads);

/// The manifest beside the file is of this entry and of the file as it is now.
bool manifest_fits(const Entry& entry, const std::filesystem::path& data_dir);

Manifest manifest_of(const Entry& entry, Content content, const os::FileStamp& stamp);

}  // namespace readmark::datasets
