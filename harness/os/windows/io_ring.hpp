// IoRing of Windows 11, found at run time: older systems, and Wine, do not have the functions, and
// older headers not the declarations.
#pragma once

#include "os/windows/windows.hpp"

#include <string>

namespace readmark::os::windows {

// As kernelbase.dll has them, under names of our own, since newer headers have the others.
using RingHandle = void*;
struct RingCapabilities {
  int max_version = 0;
  UINT32 max_submission_queue = 0;
  UINT32 max_completion_queue = 0;
  UINT32 features = 0;
};
struct RingFlags {
  UINT32 required = 0;
  UINT32 advisory = 0;
};
/// Kind 0: the handle or address itself; others are places in tables of registered ones.
struct RingFile {
  int kind = 0;
  HANDLE handle = nullptr;
};
struct RingBuffer {
  int kind = 0;
  void* address = nullptr;
};
struct RingCompletion {
  UINT_PTR user_data = 0;
  HRESULT result = 0;
  ULONG_PTR bytes = 0;
};
static_assert(sizeof(RingCapabilities) == 16 && sizeof(RingFlags) == 8);
static_assert(sizeof(RingFile) == 16 && sizeof(RingBuffer) == 16 && sizeof(RingCompletion) == 24);

inline constexpr int kRingVersion = 1;  // knows reads, which is all that is asked of it
inline constexpr UINT32 kRingUserEmulation =
    1;  // a feature: threads of the process play the kernel
inline constexpr HRESULT kRingWaitTimeout = static_cast<HRESULT>(0x8007'05B4);

struct IoRingFunctions {
  HRESULT(WINAPI* query_capabilities)(RingCapabilities*) = nullptr;
  HRESULT(WINAPI* create)
  (int version, RingFlags, UINT32 submissions, UINT32 completions, RingHandle*) = nullptr;
  HRESULT(WINAPI* build_read)
  (RingHandle, RingFile, RingBuffer, UINT32 bytes, UINT64 offset, UINT_PTR user_data,
   UINT32 flags) = nullptr;
  HRESULT(WINAPI* submit)
  (RingHandle, UINT32 wait_for, UINT32 milliseconds, UINT32* submitted) = nullptr;
  HRESULT(WINAPI* pop)(RingHandle, RingCompletion*) = nullptr;
  HRESULT(WINAPI* close)(RingHandle) = nullptr;

  /// "" if all are there; otherwise the name of one that is not.
  const char* missing = "";
};
const IoRingFunctions& io_ring_functions() noexcept;

/// What may be said of rings here: "version 3, 65536 entries", or "no: " and why.
std::string io_ring_state();

/// The Windows error within a HRESULT that carries one; else the HRESULT itself, which the system
/// has words for as well.
std::error_code ring_error(HRESULT result) noexcept;

}  // namespace readmark::os::windows
