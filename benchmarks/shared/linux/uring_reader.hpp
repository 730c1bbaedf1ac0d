// Reads a file through io_uring: the one engine of the strategies whose names begin with `uring`.
// They differ in how the ring is set up and whether buffers and file are registered.
#pragma once

#include "benchmarks/shared/linux/uring_ring.hpp"
#include "benchmarks/shared/posix/depth_reader.hpp"

namespace readmark {

/// What one strategy does differently from the others.
struct UringWay {
  unsigned setup_flags = 0;  // IORING_SETUP_..
  bool fixed = false;        // READ_FIXED: buffers registered once, the file in each pass
  std::string_view needs;    // the way out where the kernel does not know these flags

  bool has(unsigned flag) const { return (setup_flags & flag) != 0; }
};

/// Ring, buffers and their registration are made by the constructor, outside the timer, as a
/// program does once; opening, registering and closing the file is part of the pass. A pass runs on
/// the thread that made the reader: rings of a single issuer insist on it.
class UringReader final : public DepthReader {
 public:
  /// Throws RuntimeError with the sentence of uring_support() when that would say no.
  UringReader(const Dataset& dataset, const Options& options, const UringWay& way);

  std::vector<std::pair<std::string, std::string>> effective() const override;

 private:
  Trouble attach(const Fd& file) noexcept override;
  Trouble detach() noexcept override;
  void add(const Request& request) noexcept override;
  Trouble exchange(std::vector<Completion>& back) noexcept override;

  int hand_over() noexcept;

  UringWay way_;
  Uring ring_;
  int file_ = -1;  // a descriptor, or with `fixed` its place in the ring's table
};

/// Found by trying: a ring of that kind, its operation, the registration of as many buffers, and
/// where completions are polled a read of the file.
Support uring_support(const Dataset& dataset, const DepthReader::Options& options,
                      const UringWay& way);

}  // namespace readmark
