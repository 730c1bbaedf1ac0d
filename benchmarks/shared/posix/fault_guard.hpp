// Reading mapped memory whose file may become shorter: the system answers with a signal, and here
// it becomes an error.
#pragma once

#include <csetjmp>
#include <utility>

namespace readmark {

/// Installs the handler once per process; the constructor of a reader does it, before the timer.
void watch_faults();

namespace fault_guard {
extern thread_local sigjmp_buf*
    landing;  // null: a fault is no business of ours, and ends the process
}

/// Runs `read`, which only looks at mapped memory. False if a page of it could not be given (the
/// file was cut, or the device failed). What `read` was doing is left where it stood: it must not
/// own anything.
template <typename Read>
bool guarded(Read&& read) noexcept {
  sigjmp_buf landing;
  fault_guard::landing = &landing;
  const bool whole = sigsetjmp(landing, 0) == 0;
  if (whole) read();
  fault_guard::landing = nullptr;
  return whole;
}

}  // namespace readmark
