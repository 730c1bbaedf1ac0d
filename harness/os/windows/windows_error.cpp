// Windows' error codes as std::error_code.
#include "os/windows/windows.hpp"

namespace readmark::os::windows {

std::error_code to_error(DWORD code) noexcept {
  return {static_cast<int>(code), std::system_category()};
}

std::error_code last_error() noexcept { return to_error(GetLastError()); }

}  // namespace readmark::os::windows
