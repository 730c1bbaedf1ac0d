// What join_command_line joins, the system takes apart again.
#include "os/windows/command_line.hpp"

#include <gtest/gtest.h>
#include <windows.h>

#include <shellapi.h>

#include "os/windows/windows.hpp"

namespace readmark::os::windows {
namespace {

std::vector<std::string> taken_apart(const std::wstring& line) {
  int count = 0;
  wchar_t** words = CommandLineToArgvW(line.c_str(), &count);
  std::vector<std::string> arguments;
  for (int i = 1; i < count; ++i) arguments.push_back(to_utf8(words[i]));
  LocalFree(words);
  return arguments;
}

TEST(CommandLine, SurvivesTheWayToTheChild) {
  const std::vector<std::string> arguments{"plain",
                                           "",
                                           "two words",
                                           "tab\there",
                                           "\"",
                                           "a\"b",
                                           "\\",
                                           "ends in \\",
                                           "\\\\server\\share",
                                           "\\\"",
                                           "a\\\\\"b c\\\\",
                                           "--filter=^read/(mmap|pread)$",
                                           "\xC3\xA4\xE2\x82\xAC",
                                           "100%",
                                           "a&b|c>d"};
  EXPECT_EQ(taken_apart(join_command_line(L"C:\\Program Files\\p.exe", arguments)), arguments);
}

TEST(CommandLine, LeavesPlainWordsUnquoted) {
  EXPECT_EQ(join_command_line(L"p.exe", {"--worker", "C:\\a\\b"}), L"\"p.exe\" --worker C:\\a\\b");
}

}  // namespace
}  // namespace readmark::os::windows
