// Quoting for CommandLineToArgvW: backslashes count only in front of a quote.
#include "os/windows/command_line.hpp"

#include "os/windows/windows.hpp"

namespace readmark::os::windows {
namespace {

void append_argument(std::wstring& line, std::wstring_view argument) {
  if (!argument.empty() && argument.find_first_of(L" \t\n\v\"") == std::wstring_view::npos) {
    line += argument;
    return;
  }
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t unit : argument) {
    if (unit == L'"')
      line.append(backslashes + 1, L'\\');  // double those in front, and one for the quote
    backslashes = unit == L'\\' ? backslashes + 1 : 0;
    line += unit;
  }
  line.append(backslashes, L'\\');  // in front of the closing quote
  line += L'"';
}

}  // namespace

std::wstring join_command_line(std::wstring_view program,
                               const std::vector<std::string>& arguments) {
  // The program's name is taken apart by a simpler rule, without escapes; a path has no quotes in
  // it.
  std::wstring line = L"\"";
  line.append(program).append(L"\"");
  for (const std::string& argument : arguments) {
    line += L' ';
    append_argument(line, to_utf16(argument));
  }
  return line;
}

}  // namespace readmark::os::windows
