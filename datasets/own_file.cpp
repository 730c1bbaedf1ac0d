// A user's own file: read once, then known by its path, size and modification time.
#include "datasets/own_file.hpp"

#include "core/case.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "datasets/datasets.hpp"
#include "datasets/manifest.hpp"
#include "os/paths.hpp"

namespace readmark::datasets {
namespace {

os::FileStamp stamp_of(const std::filesystem::path& path) {
  std::error_code error;
  const os::FileStamp stamp = os::file_stamp(path, error);
  if (error) throw_failure("look at", display_path(path), error, "");
  return stamp;
}

/// Throws unless it is a file that can be measured.
os::FileStamp measurable(const std::filesystem::path& path) {
  const std::string name = display_path(path);
  std::error_code error;
  const os::FileStamp stamp = os::file_stamp(path, error);
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) {
    throw UsageError(failure_sentence("look at", name, error, "check the path given to --file"));
  }
  if (error) throw_failure("look at", name, error, "check the rights of its folders");
  if (stamp.is_directory) {
    throw UsageError("cannot read " + name + ": it is a folder; --file takes one regular file");
  }
  if (!stamp.is_regular) {
    throw UsageError("cannot measure " + name +
                     ": it is a pipe, a socket or a device, which has no content of its own; copy "
                     "what it yields into a file and give that to --file");
  }
  if (stamp.bytes == 0) {
    throw UsageError("cannot measure " + name +
                     ": the file is empty, there is nothing to read; give --file one with content");
  }
  return stamp;
}

/// Named by a hash of the path, so that paths are not kept.
std::filesystem::path cached_manifest(const std::filesystem::path& cache_folder,
                                      const std::filesystem::path& absolute) {
  const std::string path = encode_path(absolute);
  const Digest hash = digest_block(std::as_bytes(std::span(path)), 0);
  return cache_folder / "manifests" / (hash.text().substr(0, 32) + ".json");
}

Content read_unchanged(const std::filesystem::path& path, const os::FileStamp& stamp,
                       const Progress& progress, unsigned threads) {
  Content content = read_content(path, stamp.bytes, threads, progress);
  if (!os::same_file(stamp, stamp_of(path))) {
    throw RuntimeError("the file " + display_path(path) +
                       " was changed while it was being read; try again when nobody writes to it");
  }
  return content;
}

Content content_of(const std::filesystem::path& cache_folder, const std::filesystem::path& path,
                   const os::FileStamp& stamp, const Progress& progress, unsigned threads) {
  const std::filesystem::path cached = cached_manifest(cache_folder, path);
  if (std::optional<Manifest> manifest = read_manifest(cached)) {
    if (os::same_file(manifest->stamp, stamp)) return std::move(manifest->content);
  }
  Manifest manifest;
  manifest.content = read_unchanged(path, stamp, progress, threads);
  manifest.stamp = stamp;
  try {
    write_manifest(cached, manifest);
  } catch (const RuntimeError&) {  // the next use reads the file again
  }
  return std::move(manifest.content);
}

}  // namespace

Dataset own_file_cached_in(const std::filesystem::path& cache_folder,
                           const std::filesystem::path& path, const Progress& progress,
                           unsigned threads) {
  const os::FileStamp stamp = measurable(path);
  open_to_read(path);  // may it be read now, whatever the cache says?
  const std::filesystem::path absolute = std::filesystem::absolute(path);
  const Content content = content_of(cache_folder, absolute, stamp, progress, threads);
  Dataset dataset;
  dataset.name =
      own_file_label(percent_decode(encode_path(absolute.filename())), content.digest.short_text());
  dataset.kind = "file";
  dataset.path = absolute;
  dataset.bytes = content.bytes;
  dataset.lines = content.lines;
  dataset.newline_bytes = content.newline_bytes;
  dataset.cr_bytes = content.cr_bytes;
  dataset.longest_line = content.longest_line;
  dataset.digest = content.digest;
  return dataset;
}

Dataset own_file(const std::filesystem::path& path, const Progress& progress, unsigned threads) {
  return own_file_cached_in(os::cache_folder(), path, progress, threads);
}

}  // namespace readmark::datasets
