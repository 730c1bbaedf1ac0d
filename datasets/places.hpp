// Where the files of a dataset are in a data folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace readmark::datasets {

struct Places {
  Places(const std::filesystem::path& data_dir, const std::string& name)
      : file(data_dir / name),
        manifest(data_dir / (name + ".manifest.json")),
        partial(data_dir / (name + ".partial")),
        journal(data_dir / (name + ".partial.journal")) {}

  std::filesystem::path file;
  std::filesystem::path manifest;
  std::filesystem::path partial;  // in the making
  std::filesystem::path journal;  // of what is in `partial`
};

/// The way out of every failure to write into a data folder.
inline constexpr std::string_view kOtherFolder =
    "choose another folder with --data-dir or $READMARK_DATA";

}  // namespace readmark::datasets
