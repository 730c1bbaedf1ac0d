// One read of an overlapped handle: begun, perhaps in flight, waited for.
#pragma once

#include <cstdint>
#include <span>

#include "benchmarks/shared/windows/file_handle.hpp"
#include "benchmarks/shared/windows/synchronous_share.hpp"

namespace readmark {

/// Its address must not change while the read is in flight.
class OverlappedRead {
 public:
  /// Waited for by an event of its own. Throws RuntimeError when the system gives none.
  static OverlappedRead with_event();
  /// A completion port tells when it is done.
  OverlappedRead() noexcept = default;

  void begin(HANDLE file, std::span<std::byte> into, std::uint64_t offset) noexcept;
  /// As many of `pages` as make `bytes`, which is a multiple of the page size.
  void begin_scatter(HANDLE file, FILE_SEGMENT_ELEMENT* pages, std::size_t bytes,
                     std::uint64_t offset) noexcept;

  /// Neither done nor refused when begin() returned.
  bool is_pending() const noexcept { return state_ == State::pending; }

  /// Waits, if it must: only for a read with an event, or for one that is known to be done.
  ReadResult finish(HANDLE file) noexcept;

  /// Of a read that nobody will finish: returns when the system no longer writes into its buffer.
  void abandon(HANDLE file) noexcept;

  const SynchronousShare& share() const noexcept { return share_; }

 private:
  enum class State { idle, at_once, pending, refused };

  void prepare(std::uint64_t offset) noexcept;
  void begun(BOOL done) noexcept;

  OVERLAPPED request_{};
  os::windows::Handle event_;
  State state_ = State::idle;
  DWORD error_ = ERROR_SUCCESS;  // why it was refused
  SynchronousShare share_;
};

}  // namespace readmark
