// pread() by a team of threads.
#include "benchmarks/shared/posix/pread_reader.hpp"

#include <algorithm>
#include <numeric>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"

namespace readmark {
namespace {

DirectAccess access_for(const std::filesystem::path& path, const PreadReader::Options& options) {
  if (!options.direct) return {};
  const Support support = PreadReader::support(path, options);
  if (!support.yes) throw RuntimeError(support.reason);
  return direct_access(path);
}

}  // namespace

Support PreadReader::support(const std::filesystem::path& path, const Options& options) {
  const Support fits = blocks_fit(options.threads, options.block);
  if (!fits.yes) return fits;
  if (options.after_open != nullptr) {
    const Support prepared = after_open_support(path, *options.after_open);
    if (!prepared.yes) return prepared;
  }
  return options.direct ? direct_support(path, options.block) : Support{};
}

PreadReader::PreadReader(const Dataset& dataset, const Options& options)
    : path_(dataset.path),
      options_(options),
      access_(access_for(path_, options)),
      parts_(options.threads),
      team_(options.threads) {
  const std::size_t alignment = std::max(access_.memory_alignment, os::page_size());
  for (unsigned i = 0; i < options.threads; ++i) buffers_.emplace_back(options.block, alignment);
}

Pass PreadReader::pass(Consumers& consumers) noexcept {
  Pass pass;
  Fd file = Fd::open(path_.c_str(), open_flags());
  if (!file.is_open()) return failed(pass, "open");
  if (const auto error = prepare(file)) return failed(pass, options_.after_open->call, error);
  std::uint64_t bytes = 0;
  if (!file.size(bytes)) return failed(pass, "fstat");

  unit_ = std::lcm<std::uint64_t>(options_.block, consumers.split_alignment());
  next_chunk_ = 0;
  auto read = [&](unsigned thread) noexcept {
    parts_[thread] = read_part(file, bytes, thread, consumers[thread]);
  };
  team_.run(read);

  for (const Pass& part : parts_) {
    pass.bytes += part.bytes;
    if (part.error && !pass.error) pass = failed(pass, part.call, part.error);
  }
  consumers.before_release();
  return file.close() || pass.error ? pass : failed(pass, "close");
}

int PreadReader::open_flags() const noexcept { return options_.direct ? direct_open_flag() : 0; }

std::error_code PreadReader::prepare(const Fd& file) const noexcept {
  return options_.after_open == nullptr ? std::error_code() : options_.after_open->make(file.get());
}

Pass PreadReader::read_part(const Fd& shared, std::uint64_t bytes, unsigned thread,
                            Consumer& consumer) noexcept {
  Fd own = options_.own_handles ? Fd::open(path_.c_str(), open_flags()) : Fd(-1);
  if (options_.own_handles) {
    if (!own.is_open()) return failed({}, "open");
    if (const auto error = prepare(own)) return failed({}, options_.after_open->call, error);
  }
  const Fd& file = options_.own_handles ? own : shared;
  const Pass part =
      options_.division == Division::chunks
          ? read_chunks(file, bytes, thread, consumer)
          : read_range(file, part_of(bytes, thread, team_.size(), unit_), bytes, thread, consumer);
  return own.close() || part.error ? part : failed(part, "close");
}

Pass PreadReader::read_chunks(const Fd& file, std::uint64_t bytes, unsigned thread,
                              Consumer& consumer) noexcept {
  Pass part;
  for (;;) {
    const std::uint64_t begin = next_chunk_.fetch_add(1, std::memory_order_relaxed) * unit_;
    if (begin >= bytes) return part;
    const Range chunk{begin, std::min(begin + unit_, bytes)};
    const Pass read = read_range(file, chunk, bytes, thread, consumer);
    part.bytes += read.bytes;
    if (read.error) return failed(part, read.call, read.error);
  }
}

Pass PreadReader::read_range(const Fd& file, Range range, std::uint64_t file_bytes,
                             std::size_t thread, Consumer& consumer) const noexcept {
  Pass part;
  const std::span<std::byte> buffer = buffers_[thread].bytes();
  for (std::uint64_t at = range.begin; at < range.end;) {
    // Past the cache the length must stay aligned, so the last block is asked for whole and comes
    // short.
    const std::uint64_t wanted =
        options_.direct ? buffer.size() : std::min<std::uint64_t>(buffer.size(), range.end - at);
    const ssize_t got = file.pread(buffer.first(static_cast<std::size_t>(wanted)), at);
    if (got < 0) return failed(part, "pread");
    if (got == 0) break;  // the file has become shorter: the missing bytes make the row wrong
    const auto size = static_cast<std::uint64_t>(got);
    consumer.consume(buffer.first(static_cast<std::size_t>(size)), at);
    part.bytes += size;
    at += size;
    if (options_.direct && at % access_.offset_alignment != 0 && at < file_bytes)
      break;  // as above
  }
  return part;
}

void PreadReader::poison(std::byte value) {
  for (const os::Buffer& buffer : buffers_) std::fill_n(buffer.data(), buffer.size(), value);
}

std::vector<std::pair<std::string, std::string>> PreadReader::effective() const {
  if (!options_.direct) return {};
  return {{"direct", access_.how}};
}

}  // namespace readmark
