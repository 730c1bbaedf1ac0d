// A DepthReaderBase whose file is a descriptor: io_uring, libaio, POSIX aio.
#pragma once

#include <optional>

#include "benchmarks/shared/depth_reader.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {

class DepthReader : public DepthReaderBase {
 protected:
  /// As DepthReaderBase; Completion::result is bytes or errno negated.
  DepthReader(const Dataset& dataset, const Options& options, const char* read_call)
      : DepthReaderBase(dataset, options, read_call, std::generic_category()) {}

  /// The file of this pass is open; and it is about to be closed, with nothing in flight.
  virtual Trouble attach(const Fd& file) noexcept = 0;
  virtual Trouble detach() noexcept { return {}; }

 private:
  Trouble open_file(std::uint64_t& file_bytes) noexcept final;
  Trouble close_file() noexcept final;

  std::optional<Fd> opened_;
  bool attached_ = false;
};

}  // namespace readmark
