// The requests of POSIX asynchronous I/O of one reader: one control block per slot, asked for and
// got back.
#pragma once

#include <aio.h>

#include <cstdint>
#include <span>
#include <system_error>
#include <vector>

#include "core/error.hpp"

namespace readmark {

class AioRequests {
 public:
  explicit AioRequests(unsigned slots)
      : controls_(slots), in_flight_(slots, nullptr), refusals_(slots) {}

  /// A read that this slot is for; it is in flight until done() says that it is back.
  aiocb* read(unsigned slot, int file, std::span<std::byte> into, std::uint64_t offset) noexcept {
    aiocb& control = controls_[slot];
    control = {};
    control.aio_fildes = file;
    control.aio_buf = into.data();
    control.aio_nbytes = into.size();
    control.aio_offset = static_cast<off_t>(offset);
    control.aio_lio_opcode = LIO_READ;
    refusals_[slot] = 0;
    in_flight_[slot] = &control;
    return &control;
  }

  /// The system did not take this slot's request: that is then how it ends.
  void refuse(unsigned slot, int error) noexcept { refusals_[slot] = error; }

  /// Is this slot's request back, and how did it end: bytes, or an error's number negated?
  /// `untaken` is how one ended that the system never took in, where it only tells by not knowing
  /// it.
  bool done(unsigned slot, std::int64_t& result, int untaken) noexcept {
    if (in_flight_[slot] == nullptr) return false;
    int error = refusals_[slot];
    bool known = false;
    if (error == 0) {
      error = ::aio_error(&controls_[slot]);
      known = error >= 0;
      if (!known) error = untaken;
    }
    if (error == EINPROGRESS) return false;
    const ssize_t bytes = known ? ::aio_return(&controls_[slot]) : -1;
    result = error == 0 ? std::int64_t{bytes} : -std::int64_t{error};
    in_flight_[slot] = nullptr;
    return true;
  }

  /// Waits until one of those in flight is back.
  std::error_code wait() noexcept {
    const auto count = static_cast<int>(in_flight_.size());
    if (::aio_suspend(in_flight_.data(), count, nullptr) == 0 || errno == EINTR) return {};
    return last_errno();
  }

 private:
  std::vector<aiocb> controls_;          // one per slot
  std::vector<const aiocb*> in_flight_;  // those of them that are
  std::vector<int> refusals_;            // errno with which the system did not take it
};

}  // namespace readmark
