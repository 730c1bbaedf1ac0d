// Reads a file by a team of threads that each take a contiguous part. They differ in whose handle
// they use, which decides on Windows whether they read at once or one after the other.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/ranges.hpp"
#include "benchmarks/shared/team.hpp"
#include "benchmarks/shared/windows/overlapped_read.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

class WindowsTeamReader final : public Reader {
 public:
  enum class Handles {
    own,          // each thread opens the file itself
    overlapped,   // one handle for overlapped reads, which any number of threads use at once
    synchronous,  // one handle for synchronous reads: the system lets in one at a time
  };

  struct Options {
    std::size_t block = 0;
    unsigned threads = 1;
    bool direct = false;
    Handles handles = Handles::own;
  };

  /// May `options` be asked for on this file?
  static Support support(const std::filesystem::path& path, const Options& options);

  /// Throws RuntimeError when `direct` is asked for but cannot be, or for want of threads or
  /// events.
  WindowsTeamReader(const Dataset& dataset, const Options& options);

  Pass pass(Consumers& consumers) noexcept override;
  void poison(std::byte value) override;
  std::vector<std::pair<std::string, std::string>> effective() const override;

 private:
  FileHandle open() const noexcept;
  Pass read_part(const FileHandle& first, std::uint64_t bytes, unsigned thread,
                 Consumer& consumer) noexcept;
  Pass read_range(const FileHandle& file, Range range, std::uint64_t file_bytes, unsigned thread,
                  Consumer& consumer) noexcept;
  ReadResult read_block(const FileHandle& file, std::span<std::byte> into, std::uint64_t offset,
                        unsigned thread) noexcept;

  std::wstring name_;
  Options options_;
  DirectAccess access_;
  std::vector<os::Buffer> buffers_;    // one per thread
  std::vector<OverlappedRead> reads_;  // one per thread, where the handle is overlapped
  std::vector<Pass> parts_;
  std::uint64_t unit_ = 0;  // where the file may be divided: multiples of this
  Team team_;
};

/// The strategies that differ only in whose handle is used. A synchronous shared handle has no
/// knob direct: it is there for the contrast.
class WindowsTeamStrategy final : public Strategy {
 public:
  WindowsTeamStrategy(std::string_view summary, WindowsTeamReader::Handles handles)
      : summary_(summary), handles_(handles) {
    if (has_direct()) knobs_.push_back(flag_knob("direct"));
  }

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override { return knobs_; }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (options(knobs).direct) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    return WindowsTeamReader::support(dataset.path, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WindowsTeamReader>(dataset, options(knobs));
  }

 private:
  bool has_direct() const { return handles_ != WindowsTeamReader::Handles::synchronous; }
  WindowsTeamReader::Options options(const Knobs& knobs) const {
    return {knobs.size("buf"), knobs.count("threads"), has_direct() && knobs.on("direct"),
            handles_};
  }

  std::string_view summary_;
  WindowsTeamReader::Handles handles_;
  std::vector<KnobSpec> knobs_{buf_knob(), threads_knob()};
};

}  // namespace readmark
