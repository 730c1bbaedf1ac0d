// EXCEPTION_IN_PAGE_ERROR -> longjmp() to the guard of the thread that faulted. By a vectored
// handler, since not every compiler has __try.
#include "os/windows/windows.hpp"

#include "benchmarks/shared/windows/fault_guard.hpp"

#include <mutex>

namespace readmark {
namespace fault_guard {

thread_local Landing* landing = nullptr;

void jump_plainly(std::jmp_buf& place) noexcept {
  // The field that longjmp() of all of Windows' C libraries reads as "unwind down to here".
  reinterpret_cast<_JUMP_BUFFER&>(place).Frame = 0;
}

namespace {

// The handler sends the thread here, and not straight to the guard: it runs in the middle of the
// system's own search for handlers, which wants to be ended by returning.
[[noreturn]] void land() noexcept { std::longjmp(landing->place, 1); }

/// As if the faulting instruction had called land().
void redirect(CONTEXT& context) noexcept {
  const auto target = reinterpret_cast<std::uintptr_t>(&land);
#if defined(_M_ARM64) || defined(__aarch64__)
  context.Lr = context.Pc;
  context.Pc = target;
#else
  context.Rsp = (context.Rsp & ~std::uintptr_t{15}) - sizeof(void*);
  *reinterpret_cast<DWORD64*>(context.Rsp) = context.Rip;
  context.Rip = target;
#endif
}

/// An unmapped page within the view is told as an access violation by systems that let a mapped
/// file be cut, as Wine does.
bool is_fault(const EXCEPTION_RECORD& record) noexcept {
  const bool paging = record.ExceptionCode == static_cast<DWORD>(EXCEPTION_IN_PAGE_ERROR) ||
                      record.ExceptionCode == static_cast<DWORD>(EXCEPTION_ACCESS_VIOLATION);
  if (!paging || landing == nullptr || record.NumberParameters < 2) return false;
  const std::uintptr_t address = record.ExceptionInformation[1];
  const auto begin = reinterpret_cast<std::uintptr_t>(landing->watched.data());
  return address >= begin && address - begin < landing->watched.size();
}

LONG CALLBACK on_exception(EXCEPTION_POINTERS* exception) noexcept {
  if (!is_fault(*exception->ExceptionRecord)) return EXCEPTION_CONTINUE_SEARCH;
  redirect(*exception->ContextRecord);
  return EXCEPTION_CONTINUE_EXECUTION;
}

}  // namespace
}  // namespace fault_guard

void watch_faults() {
  static std::once_flag once;
  std::call_once(once, [] { ::AddVectoredExceptionHandler(1, fault_guard::on_exception); });
}

}  // namespace readmark
