// Interrupts counted by a console control handler.
#include "os/interrupt.hpp"

#include <atomic>

#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

std::atomic<int> count{0};

BOOL WINAPI count_event(DWORD event) {
  count.fetch_add(1, std::memory_order_relaxed);
  // After these three the system ends the process as soon as the handler returns, or after some
  // seconds: not returning leaves the run that time to store what it has.
  if (event == CTRL_CLOSE_EVENT || event == CTRL_LOGOFF_EVENT || event == CTRL_SHUTDOWN_EVENT)
    Sleep(INFINITE);
  return TRUE;
}

}  // namespace

void watch_interrupts() { SetConsoleCtrlHandler(count_event, TRUE); }

int interrupts() noexcept { return count.load(std::memory_order_relaxed); }

}  // namespace readmark::os
