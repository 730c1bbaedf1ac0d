// Reads a file by pread(), by one thread or by several that each take a contiguous part, through
// the page cache or past it. Shared by the strategy of that name, the device ceilings and others of
// the kind.
#pragma once

#include <filesystem>
#include <vector>

#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/ranges.hpp"
#include "benchmarks/shared/team.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

class PreadReader final : public Reader {
 public:
  struct Options {
    std::size_t block = 0;
    unsigned threads = 1;
    bool direct = false;
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
  Pass read_range(const Fd& file, Range range, std::uint64_t file_bytes, std::size_t thread,
                  Consumer& consumer) const noexcept;

  std::filesystem::path path_;
  Options options_;
  DirectAccess access_;
  std::vector<os::Buffer> buffers_;  // one per thread
  std::vector<Pass> parts_;
  Team team_;
};

}  // namespace readmark
