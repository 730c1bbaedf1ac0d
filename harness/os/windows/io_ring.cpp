// The functions of IoRing one by one.
#include "os/windows/io_ring.hpp"

namespace readmark::os::windows {
namespace {

template <typename Function>
void find(IoRingFunctions& functions, Function& function, const char* name) noexcept {
  function = find_function<Function>(L"kernelbase.dll", name);
  if (function == nullptr && *functions.missing == '\0') functions.missing = name;
}

IoRingFunctions find_all() noexcept {
  IoRingFunctions functions;
  find(functions, functions.query_capabilities, "QueryIoRingCapabilities");
  find(functions, functions.create, "CreateIoRing");
  find(functions, functions.build_read, "BuildIoRingReadFile");
  find(functions, functions.submit, "SubmitIoRing");
  find(functions, functions.pop, "PopIoRingCompletion");
  find(functions, functions.close, "CloseIoRing");
  return functions;
}

}  // namespace

const IoRingFunctions& io_ring_functions() noexcept {
  static const IoRingFunctions functions = find_all();
  return functions;
}

std::string io_ring_state() {
  const IoRingFunctions& functions = io_ring_functions();
  if (*functions.missing != '\0')
    return std::string("no: kernelbase.dll has no ") + functions.missing;
  RingCapabilities capabilities;
  const HRESULT result = functions.query_capabilities(&capabilities);
  if (FAILED(result)) return "no: QueryIoRingCapabilities: " + ring_error(result).message();
  if ((capabilities.features & kRingUserEmulation) != 0) return "no: emulated in the process";
  return "version " + std::to_string(capabilities.max_version) + ", " +
         std::to_string(capabilities.max_submission_queue) + " entries";
}

std::error_code ring_error(HRESULT result) noexcept {
  constexpr HRESULT kNtStatus = 0x1000'0000;  // an NTSTATUS in a HRESULT's clothes
  if (HRESULT_FACILITY(result) == FACILITY_WIN32)
    return to_error(static_cast<DWORD>(HRESULT_CODE(result)));
  const auto to_code = find_function<ULONG(NTAPI*)(LONG)>(L"ntdll.dll", "RtlNtStatusToDosError");
  if ((result & kNtStatus) != 0 && to_code != nullptr)
    return to_error(to_code(result & ~kNtStatus));
  return to_error(static_cast<DWORD>(result));
}

}  // namespace readmark::os::windows
