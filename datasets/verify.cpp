// Checking a dataset's file against what the catalogue says.
#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/generator.hpp"
#include "datasets/places.hpp"
#include "datasets/store.hpp"

namespace readmark::datasets {
namespace {

/// The first block whose digest is not that of the reference: the manifest's if it adds up to the
/// catalogue's digest, else made anew.
std::string first_wrong_block(const Entry& entry, const Places& places, const Content& found) {
  const std::optional<Manifest> manifest = read_manifest(places.manifest);
  const bool use_manifest = manifest && manifest->content.digest == entry.expected.digest;
  Generator generator(entry.spec);
  for (std::uint64_t index = 0; index < found.blocks.size(); ++index) {
    const std::size_t at = static_cast<std::size_t>(index);
    const Digest right =
        use_manifest ? manifest->content.blocks[at] : digest_block(generator.make(index), index);
    if (found.blocks[at] == right) continue;
    const std::uint64_t begin = index * kDigestBlock;
    return "block " + std::to_string(index) + " (bytes " + std::to_string(begin) + " to " +
           std::to_string(begin + right.bytes - 1) + ") is the first wrong one";
  }
  return "its digest is " + found.digest.text() + ", not " + entry.expected.digest.text();
}

std::string length_problem(const Entry& entry, const os::FileStamp& stamp) {
  const std::string lengths =
      "it has " + std::to_string(stamp.bytes) + " bytes, not " + std::to_string(entry.spec.bytes);
  if (!stamp.is_regular) return "is not a regular file";
  if (stamp.bytes < entry.spec.bytes) return "is truncated: " + lengths;
  if (stamp.bytes > entry.spec.bytes) return "is too long: " + lengths;
  return "";
}

std::string hole_problem(const std::filesystem::path& path) {
  const std::uint64_t unwritten = os::unwritten_bytes(path).value_or(0);
  if (unwritten == 0) return "";
  return "is sparse: " + std::to_string(unwritten) +
         " of its bytes are holes or were never written, so that reading them costs no I/O";
}

/// "" or what is wrong, to follow the file's name.
std::string problem_of(const Entry& entry, const std::filesystem::path& data_dir,
                       const os::FileStamp& stamp, const Progress& progress, unsigned threads) {
  const Places places(data_dir, entry.name);
  std::string problem = length_problem(entry, stamp);
  if (problem.empty()) problem = hole_problem(places.file);
  if (!problem.empty()) return problem;
  Content content = read_content(places.file, stamp.bytes, threads, progress);
  std::error_code error;
  if (!os::same_file(stamp, os::file_stamp(places.file, error)) || error) {
    return "was changed while it was being read";
  }
  if (!content.same_totals(entry.expected)) {
    return "is wrong: " + first_wrong_block(entry, places, content);
  }
  try {
    write_manifest(places.manifest, manifest_of(entry, std::move(content), stamp));
  } catch (
      const RuntimeError&) {  // a folder that may not be written to: the file is right all the same
  }
  return "";
}

}  // namespace

std::string verify_file(const Entry& entry, const std::filesystem::path& data_dir,
                        const Progress& progress, unsigned threads) {
  const Places places(data_dir, entry.name);
  const std::string anew = "`readmark data generate " + entry.name + "` makes it";
  std::error_code error;
  const os::FileStamp stamp = os::file_stamp(places.file, error);
  if (error == std::errc::no_such_file_or_directory) {
    return "there is no file " + display_path(places.file) + "; " + anew;
  }
  if (error) return failure_sentence("look at", display_path(places.file), error, kOtherFolder);
  try {
    const std::string problem = problem_of(entry, data_dir, stamp, progress, threads);
    if (problem.empty()) return "";
    return display_path(places.file) + " " + problem + "; " + anew + " anew";
  } catch (const RuntimeError& failure) {
    return failure.what();
  }
}

bool manifest_fits(const Entry& entry, const std::filesystem::path& data_dir) {
  const Places places(data_dir, entry.name);
  std::error_code error;
  const os::FileStamp stamp = os::file_stamp(places.file, error);
  if (error || !stamp.is_regular || stamp.bytes != entry.spec.bytes) return false;
  const std::optional<Manifest> manifest = read_manifest(places.manifest);
  return manifest && manifest->generator == kGenerator && manifest->spec == to_text(entry.spec) &&
         manifest->content.same_totals(entry.expected) && os::same_file(manifest->stamp, stamp);
}

Manifest manifest_of(const Entry& entry, Content content, const os::FileStamp& stamp) {
  return {entry.name, std::string(kGenerator), to_text(entry.spec), std::move(content), stamp};
}

}  // namespace readmark::datasets
