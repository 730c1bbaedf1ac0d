// The datasets of the catalogue in a data folder.
#include "datasets/datasets.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/places.hpp"
#include "datasets/store.hpp"

namespace readmark::datasets {
namespace {

Dataset dataset_of(const Entry& entry, const std::filesystem::path& data_dir) {
  Dataset dataset;
  dataset.name = entry.name;
  dataset.kind = "file";
  dataset.path = Places(data_dir, entry.name).file;
  dataset.bytes = entry.expected.bytes;
  dataset.lines = entry.expected.lines;
  dataset.newline_bytes = entry.expected.newline_bytes;
  dataset.cr_bytes = entry.expected.cr_bytes;
  dataset.longest_line = entry.expected.longest_line;
  dataset.digest = entry.expected.digest;
  dataset.spec = to_text(entry.spec);
  dataset.generator = kGenerator;
  return dataset;
}

std::uint64_t remove_file(const std::filesystem::path& path) {
  std::error_code error;
  const os::FileStamp stamp = os::file_stamp(path, error);
  if (error == std::errc::no_such_file_or_directory) return 0;
  error.clear();
  std::filesystem::remove(path, error);
  if (error) throw_failure("delete", display_path(path), error);
  return stamp.bytes;
}

}  // namespace

Dataset planned(std::string_view name, const std::filesystem::path& data_dir) {
  return dataset_of(entry(name), data_dir);
}

bool is_ready(const Dataset& dataset) {
  const Entry* const known = find(dataset.name);
  return known != nullptr && dataset.digest == known->expected.digest &&
         manifest_fits(*known, dataset.path.parent_path());
}

Dataset ensure(std::string_view name, const std::filesystem::path& data_dir,
               const Progress& progress, unsigned threads) {
  const Entry& wanted = entry(name);
  if (manifest_fits(wanted, data_dir)) return dataset_of(wanted, data_dir);
  std::error_code error;
  os::file_stamp(Places(data_dir, wanted.name).file, error);
  if (error == std::errc::no_such_file_or_directory) {
    return generate(name, data_dir, progress, threads);
  }
  const std::string problem = verify_file(wanted, data_dir, progress, threads);
  if (!problem.empty()) throw RuntimeError(problem);
  return dataset_of(wanted, data_dir);
}

Dataset generate(std::string_view name, const std::filesystem::path& data_dir,
                 const Progress& progress, unsigned threads) {
  const Entry& wanted = entry(name);
  generate_file(wanted, data_dir, progress, threads);
  return dataset_of(wanted, data_dir);
}

std::string verify(std::string_view name, const std::filesystem::path& data_dir,
                   const Progress& progress, unsigned threads) {
  return verify_file(entry(name), data_dir, progress, threads);
}

std::uint64_t remove(std::string_view name, const std::filesystem::path& data_dir) {
  const Places places(data_dir, entry(name).name);
  std::uint64_t bytes = 0;
  for (const auto& path : {places.manifest, places.file, places.partial, places.journal}) {
    bytes += remove_file(path);
  }
  return bytes;
}

}  // namespace readmark::datasets
