// ReadFile() at offsets by a team of threads.
#include "benchmarks/shared/windows/team_reader.hpp"

#include <algorithm>
#include <numeric>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"

namespace readmark {
namespace {

using os::windows::last_error;

DirectAccess access_for(const std::filesystem::path& path,
                        const WindowsTeamReader::Options& options) {
  if (!options.direct) return {};
  const Support support = WindowsTeamReader::support(path, options);
  if (!support.yes) throw RuntimeError(support.reason);
  return direct_access(path);
}

}  // namespace

Support WindowsTeamReader::support(const std::filesystem::path& path, const Options& options) {
  const Support fits = blocks_fit(options.threads, options.block);
  if (!fits.yes) return fits;
  return options.direct ? direct_support(path, options.block) : Support{};
}

WindowsTeamReader::WindowsTeamReader(const Dataset& dataset, const Options& options)
    : name_(os::windows::system_path(dataset.path)),
      options_(options),
      access_(access_for(dataset.path, options)),
      parts_(options.threads),
      team_(options.threads) {
  const std::size_t alignment = std::max(access_.memory_alignment, os::page_size());
  reads_.reserve(options.threads);
  for (unsigned i = 0; i < options.threads; ++i) {
    buffers_.emplace_back(options.block, alignment);
    if (options.handles == Handles::overlapped) reads_.push_back(OverlappedRead::with_event());
  }
}

FileHandle WindowsTeamReader::open() const noexcept {
  return {name_,
          {.direct = options_.direct, .overlapped = options_.handles == Handles::overlapped}};
}

Pass WindowsTeamReader::pass(Consumers& consumers) noexcept {
  Pass pass;
  FileHandle first = open();
  if (!first.is_open()) return failed(pass, "CreateFile", last_error());
  std::uint64_t bytes = 0;
  if (!first.size(bytes)) return failed(pass, "GetFileSizeEx", last_error());

  unit_ = std::lcm<std::uint64_t>(options_.block, consumers.split_alignment());
  auto read = [&](unsigned thread) noexcept {
    parts_[thread] = read_part(first, bytes, thread, consumers[thread]);
  };
  team_.run(read);

  for (const Pass& part : parts_) {
    pass.bytes += part.bytes;
    if (part.error && !pass.error) pass = failed(pass, part.call, part.error);
  }
  consumers.before_release();
  return first.close() || pass.error ? pass : failed(pass, "CloseHandle", last_error());
}

/// The first thread's own handle is the one by which the size was asked.
Pass WindowsTeamReader::read_part(const FileHandle& first, std::uint64_t bytes, unsigned thread,
                                  Consumer& consumer) noexcept {
  const Range range = part_of(bytes, thread, team_.size(), unit_);
  if (options_.handles != Handles::own || thread == 0)
    return read_range(first, range, bytes, thread, consumer);
  FileHandle file = open();
  if (!file.is_open()) return failed({}, "CreateFile", last_error());
  const Pass part = read_range(file, range, bytes, thread, consumer);
  return file.close() || part.error ? part : failed(part, "CloseHandle", last_error());
}

Pass WindowsTeamReader::read_range(const FileHandle& file, Range range, std::uint64_t file_bytes,
                                   unsigned thread, Consumer& consumer) noexcept {
  Pass part;
  const std::span<std::byte> buffer = buffers_[thread].bytes();
  for (std::uint64_t at = range.begin; at < range.end;) {
    // Past the cache the length must stay aligned, so the last block is asked for whole and comes
    // short.
    const std::uint64_t wanted =
        options_.direct ? buffer.size() : std::min<std::uint64_t>(buffer.size(), range.end - at);
    const ReadResult got =
        read_block(file, buffer.first(static_cast<std::size_t>(wanted)), at, thread);
    if (got.error != ERROR_SUCCESS) return failed(part, "ReadFile", got.code());
    if (got.bytes == 0) break;  // the file has become shorter: the missing bytes make the row wrong
    consumer.consume(buffer.first(got.bytes), at);
    part.bytes += got.bytes;
    at += got.bytes;
    if (options_.direct && at % access_.offset_alignment != 0 && at < file_bytes)
      break;  // as above
  }
  return part;
}

ReadResult WindowsTeamReader::read_block(const FileHandle& file, std::span<std::byte> into,
                                         std::uint64_t offset, unsigned thread) noexcept {
  if (options_.handles != Handles::overlapped) return file.read_at(into, offset);
  reads_[thread].begin(file.get(), into, offset);
  return reads_[thread].finish(file.get());
}

void WindowsTeamReader::poison(std::byte value) {
  for (const os::Buffer& buffer : buffers_) std::ranges::fill(buffer.bytes(), value);
}

std::vector<std::pair<std::string, std::string>> WindowsTeamReader::effective() const {
  std::vector<std::pair<std::string, std::string>> effective;
  if (options_.direct) effective.emplace_back("direct", access_.how);
  SynchronousShare share;
  for (const OverlappedRead& read : reads_) share.add(read.share());
  if (share.reads > 0) effective.emplace_back("synchronous", share.text());
  return effective;
}

}  // namespace readmark
