// Reading mapped memory whose pages cannot be given (the device failed, the server is gone): the
// system answers with an exception, and here it becomes an error.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <span>

namespace readmark {

/// Installs the handler once per process; the constructor of a reader does it, before the timer.
void watch_faults();

namespace fault_guard {

struct Landing {
  std::jmp_buf place;
  std::span<const std::byte> watched;
};
extern thread_local Landing* landing;  // null: a fault is no business of ours

/// A jump that unwinds nothing: what was running owned nothing, and the frames between need not be
/// known to the unwinder.
void jump_plainly(std::jmp_buf& place) noexcept;

}  // namespace fault_guard

/// Runs `read`, which only looks at memory within `watched`. False if a page of it could not be
/// given. What `read` was doing is left where it stood: it must not own anything.
template <typename Read>
bool guarded(std::span<const std::byte> watched, Read&& read) noexcept {
  fault_guard::Landing landing;
  landing.watched = watched;
  fault_guard::landing = &landing;
  const bool whole = setjmp(landing.place) == 0;
  if (whole) {
    fault_guard::jump_plainly(landing.place);
    read();
  }
  fault_guard::landing = nullptr;
  return whole;
}

}  // namespace readmark
