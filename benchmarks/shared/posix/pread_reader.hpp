// Reads a file by pread(), by one thread or by several, through the page cache or past it. Shared
// by the strategy of that name, the device ceilings and others of the kind.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/posix/after_open.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/ranges.hpp"
#include "benchmarks/shared/team.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

class PreadReader final : public Reader {
 public:
  /// How threads divide the file: a contiguous part each, or block by block whoever is free.
  enum class Division { parts, chunks };

  struct Options {
    std::size_t block = 0;
    unsigned threads = 1;
    bool direct = false;
    Division division = Division::parts;
    bool own_handles = false;               // each thread opens the file itself
    const AfterOpen* after_open = nullptr;  // of static lifetime; null: nothing more to be done
  };

  /// Throws RuntimeError when `direct` is asked for but cannot be.
  PreadReader(const Dataset& dataset, const Options& options);

  Pass pass(Consumers& consumers) noexcept override;
  void poison(std::byte value) override;
  std::vector<std::pair<std::string, std::string>> effective() const override;

  /// May `options` be asked for on this file? The one answer for all strategies that use this
  /// reader.
  static Support support(const std::filesystem::path& path, const Options& options);

 private:
  int open_flags() const noexcept;
  std::error_code prepare(const Fd& file) const noexcept;
  Pass read_part(const Fd& shared, std::uint64_t bytes, unsigned thread,
                 Consumer& consumer) noexcept;
  Pass read_chunks(const Fd& file, std::uint64_t bytes, unsigned thread,
                   Consumer& consumer) noexcept;
  Pass read_range(const Fd& file, Range range, std::uint64_t file_bytes, std::size_t thread,
                  Consumer& consumer) const noexcept;

  std::filesystem::path path_;
  Options options_;
  DirectAccess access_;
  std::vector<os::Buffer> buffers_;  // one per thread
  std::vector<Pass> parts_;
  std::atomic<std::uint64_t> next_chunk_{0};
  std::uint64_t unit_ = 0;  // where the file may be divided: multiples of this
  Team team_;
};

}  // namespace readmark
