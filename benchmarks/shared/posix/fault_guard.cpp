// SIGBUS -> siglongjmp() to the guard of the thread that faulted.
#include "benchmarks/shared/posix/fault_guard.hpp"

#include <csignal>

namespace readmark {
namespace fault_guard {

thread_local sigjmp_buf* landing = nullptr;

namespace {

void on_fault(int signal) {
  if (landing != nullptr) siglongjmp(*landing, 1);
  // A fault elsewhere stays the crash that it is.
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace
}  // namespace fault_guard

void watch_faults() {
  struct sigaction action {};
  action.sa_handler = fault_guard::on_fault;
  action.sa_flags = SA_NODEFER;  // siglongjmp() above does not restore the mask
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace readmark
