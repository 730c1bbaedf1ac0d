// Interrupts counted by signal handlers.
#include "os/interrupt.hpp"

#include <csignal>

#include <atomic>

namespace readmark::os {
namespace {

std::atomic<int> count{0};
static_assert(std::atomic<int>::is_always_lock_free,
              "a signal handler may only touch lock-free atomics");

extern "C" void count_interrupt(int) { count.fetch_add(1, std::memory_order_relaxed); }

void count_signal(int number) {
  struct sigaction action {};
  action.sa_handler = count_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = 0;  // no SA_RESTART: a wait must notice
  sigaction(number, &action, nullptr);
}

}  // namespace

void watch_interrupts() {
  std::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit is an error to report, not an end
  count_signal(SIGINT);
  count_signal(SIGTERM);
  // nohup ignores SIGHUP so that the run outlives its terminal: that is to be left alone.
  struct sigaction hangup {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    count_signal(SIGHUP);
}

int interrupts() noexcept { return count.load(std::memory_order_relaxed); }

}  // namespace readmark::os
