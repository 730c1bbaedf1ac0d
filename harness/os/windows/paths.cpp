// Known folders, the environment, the console.
#include "os/paths.hpp"

#include <windows.h>  // first: the headers below need it, and do not say so

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <shlobj.h>

#include <cstdio>

#include "os/windows/windows.hpp"

namespace readmark::os {
namespace {

std::filesystem::path local_app_data() {
  if (const auto folder = environment("LOCALAPPDATA")) return path_from_argument(*folder);
  PWSTR found = nullptr;
  std::filesystem::path folder;
  if (SHGetKnownFolderPath(FOLDERID_LocalAppData, 0, nullptr, &found) == S_OK) folder = found;
  CoTaskMemFree(found);
  return folder.empty() ? std::filesystem::path("C:\\") : folder;
}

bool is_console(DWORD which) {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(which), &mode) != 0;
}

UINT console_code_page = 0;

/// UTF-8 and escape sequences until the program ends, then as it was: the console belongs to the
/// shell.
void prepare_console() {
  for (const DWORD which : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE handle = GetStdHandle(which);
    if (GetConsoleMode(handle, &mode))
      SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  if (!stdout_is_terminal() && !stderr_is_terminal()) return;
  console_code_page = GetConsoleOutputCP();
  if (SetConsoleOutputCP(CP_UTF8)) std::atexit([] { SetConsoleOutputCP(console_code_page); });
}

}  // namespace

std::filesystem::path data_folder() { return local_app_data() / "readmark"; }
std::filesystem::path cache_folder() { return local_app_data() / "readmark" / "cache"; }

std::optional<std::string> environment(const char* name) {
  const std::wstring wide = windows::to_utf16(name);
  SetLastError(ERROR_SUCCESS);
  const DWORD units = GetEnvironmentVariableW(wide.c_str(), nullptr, 0);  // with the final zero
  if (units == 0) return std::nullopt;
  std::wstring value(units, L'\0');
  value.resize(GetEnvironmentVariableW(wide.c_str(), value.data(), units));
  return windows::to_utf8(value);
}

bool stderr_is_terminal() { return is_console(STD_ERROR_HANDLE); }
bool stdout_is_terminal() { return is_console(STD_OUTPUT_HANDLE); }

unsigned terminal_columns() {
  for (const DWORD which : {STD_ERROR_HANDLE, STD_OUTPUT_HANDLE}) {
    CONSOLE_SCREEN_BUFFER_INFO info{};
    if (GetConsoleScreenBufferInfo(GetStdHandle(which), &info) == 0) continue;
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    if (columns > 0) return static_cast<unsigned>(columns);
  }
  return 80;
}

std::vector<std::string> program_arguments(int, char**) {
  prepare_console();
  // Without carriage returns of the run-time library's own making: JSON and tables are the same
  // bytes everywhere.
  _setmode(_fileno(stdout), _O_BINARY);
  _setmode(_fileno(stderr), _O_BINARY);
  int count = 0;
  wchar_t** words = CommandLineToArgvW(GetCommandLineW(), &count);
  std::vector<std::string> arguments;
  for (int i = 0; i < count; ++i) arguments.push_back(windows::to_utf8(words[i]));
  LocalFree(words);
  return arguments;
}

std::filesystem::path path_from_argument(const std::string& argument) {
  return windows::to_utf16(argument);
}

}  // namespace readmark::os
