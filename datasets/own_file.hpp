// A user's own file as a dataset, with a named cache folder (for tests; others use datasets.hpp).
#pragma once

#include <filesystem>

#include "core/dataset.hpp"
#include "datasets/parallel.hpp"

namespace readmark::datasets {

Dataset own_file_cached_in(const std::filesystem::path& cache_folder,
                           const std::filesystem::path& path, const Progress& progress,
                           unsigned threads);

}  // namespace readmark::datasets
