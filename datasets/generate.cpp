// Making a dataset's file: in parallel, resumable, under a temporary name until it is complete.
#include <algorithm>
#include <memory>
#include <vector>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "datasets/generator.hpp"
#include "datasets/journal.hpp"
#include "datasets/places.hpp"
#include "datasets/store.hpp"

namespace readmark::datasets {
namespace {

os::File open_partial(const std::filesystem::path& path) {
  std::error_code error;
  os::File file = os::File::open(path, os::Open::write, error);
  if (!file.is_open()) throw_failure("create", display_path(path), error, kOtherFolder);
  return file;
}

/// One thread's share of the work.
class Writer {
 public:
  Writer(const Entry& entry, const Places& places, Journal& journal, ContentBuilder& builder)
      : generator_(entry.spec),
        partial_(places.partial),
        file_(open_partial(partial_)),
        journal_(journal),
        builder_(builder) {}

  void operator()(const Block& block) {
    if (journal_.recorded_blocks() > 0 && take_from_disk(block)) return;
    const std::span<const std::byte> bytes = generator_.make(block.index);
    const Digest digest = digest_block(bytes, block.index);
    std::error_code error;
    file_.write_at(bytes, block.offset, error);
    if (error == std::errc::no_space_on_device) {
      throw_failure("write", display_path(partial_), error,
                    "free some space and generate again, which goes on from here, or " +
                        std::string(kOtherFolder));
    }
    if (error) throw_failure("write", display_path(partial_), error, kOtherFolder);
    journal_.record(block.index, digest);
    builder_.add(block.index, bytes, digest);
  }

 private:
  /// The block is there from an earlier try. The journal's word is not enough: it is read.
  bool take_from_disk(const Block& block) {
    const std::optional<Digest> recorded = journal_.recorded(block.index);
    if (!recorded) return false;
    buffer_.resize(block.bytes);
    try {
      read_block(file_, partial_, block.offset, buffer_);
    } catch (const RuntimeError&) {
      return false;
    }
    const Digest found = digest_block(buffer_, block.index);
    if (found.high != recorded->high || found.low != recorded->low) return false;
    builder_.add(block.index, buffer_, found);
    return true;
  }

  Generator generator_;
  const std::filesystem::path& partial_;
  os::File file_;
  Journal& journal_;
  ContentBuilder& builder_;
  std::vector<std::byte> buffer_;
};

void check_space(const Entry& entry, const std::filesystem::path& data_dir, const Places& places) {
  std::error_code error;
  const os::FileStamp partial = os::file_stamp(places.partial, error);
  const std::uint64_t there = error ? 0 : std::min(partial.allocated_bytes, entry.spec.bytes);
  const std::uint64_t free = os::free_bytes(data_dir, error);
  if (error) return;  // not told: the write itself will tell
  const std::string problem = space_problem(entry.name, data_dir, entry.spec.bytes - there, free);
  if (!problem.empty()) throw RuntimeError(problem);
}

/// On stable storage, of the right length, and without a byte that was never written.
void complete(const Entry& entry, const std::filesystem::path& partial) {
  os::File file = open_partial(partial);
  std::error_code error;
  if (file.size(error) > entry.spec.bytes && !error) file.resize(entry.spec.bytes, error);
  if (!error) file.sync(error);
  if (error) throw_failure("sync", display_path(partial), error, kOtherFolder);
  file.close();
  const std::uint64_t unwritten = os::unwritten_bytes(partial).value_or(0);
  if (unwritten > 0) {
    throw RuntimeError("the filesystem kept " + human_bytes(unwritten) + " of " +
                       display_path(partial) + " as holes, which are read without any I/O; " +
                       std::string(kOtherFolder));
  }
}

void put_in_place(const Entry& entry, const std::filesystem::path& data_dir, const Places& places,
                  Content content) {
  std::error_code error;
  os::rename_over(places.partial, places.file, error);
  if (error) {
    // Another process that made the same bytes may have been first.
    std::error_code gone;
    os::file_stamp(places.partial, gone);
    if (!gone || !verify_file(entry, data_dir, {}, 0).empty()) {
      throw_failure("rename to", display_path(places.file), error, kOtherFolder);
    }
    return;
  }
  const os::FileStamp stamp = os::file_stamp(places.file, error);
  if (error) throw_failure("look at", display_path(places.file), error);
  write_manifest(places.manifest, manifest_of(entry, std::move(content), stamp));
}

}  // namespace

std::string space_problem(std::string_view name, const std::filesystem::path& folder,
                          std::uint64_t needed, std::uint64_t free) {
  if (needed <= free) return "";
  return "cannot generate " + std::string(name) + ": it needs " + human_bytes(needed) + " and " +
         display_path(folder) + " has " + human_bytes(free) + " free; free some space, or " +
         std::string(kOtherFolder);
}

void generate_file(const Entry& entry, const std::filesystem::path& data_dir,
                   const Progress& progress, unsigned threads) {
  const Places places(data_dir, entry.name);
  make_folder(data_dir, kOtherFolder);
  check_space(entry, data_dir, places);
  Journal journal(places.journal, std::string(kGenerator) + " " + to_text(entry.spec));
  ContentBuilder builder(entry.spec.bytes);
  for_each_block(entry.spec.bytes, threads, progress, [&]() -> BlockTask {
    auto writer = std::make_shared<Writer>(entry, places, journal, builder);
    return [writer](const Block& block) { (*writer)(block); };
  });
  Content content = std::move(builder).finish();
  complete(entry, places.partial);
  if (!content.same_totals(entry.expected)) {
    throw RuntimeError("the generator of this build made other bytes for " + entry.name +
                       " than the catalogue says (digest " + content.digest.text() +
                       "): this build is faulty; build readmark again, with its tests");
  }
  put_in_place(entry, data_dir, places, std::move(content));
  journal.remove();
}

}  // namespace readmark::datasets
