// A DepthReaderBase whose file is an overlapped handle, one OVERLAPPED per slot. How a read that is
// done comes back is left to who derives from it: events, a completion port.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/shared/depth_reader.hpp"
#include "benchmarks/shared/windows/overlapped_read.hpp"

namespace readmark {

class OverlappedReader : public DepthReaderBase {
 public:
  std::vector<std::pair<std::string, std::string>> effective() const override;

 protected:
  /// Whether each slot has an event that is set when its read is done.
  enum class Events { none, one_per_slot };

  /// Throws RuntimeError, as DepthReaderBase, and when the system gives no event.
  OverlappedReader(const Dataset& dataset, const Options& options, Events events);

  /// The file of this pass is open.
  virtual Trouble attach() noexcept { return {}; }

  HANDLE file() const noexcept { return file_.get(); }
  OverlappedRead& read_of(unsigned slot) noexcept { return reads_[slot]; }
  /// The slot whose read this is.
  unsigned slot_of(const OVERLAPPED* request) const noexcept;

  /// Of a read that is done, or is waited for: what the base class wants to know.
  Completion completion(unsigned slot) noexcept;

 private:
  Trouble open_file(std::uint64_t& file_bytes) noexcept final;
  Trouble close_file() noexcept final;

  std::wstring name_;
  FileHandle file_;
  std::vector<OverlappedRead> reads_;  // one per slot
};

}  // namespace readmark
