// UTF-8 and UTF-16, and paths that are longer than MAX_PATH.
#include <gtest/gtest.h>

#include <fstream>

#include "os/file.hpp"
#include "os/windows/windows.hpp"

namespace readmark::os::windows {
namespace {

TEST(Names, GoThereAndBack) {
  const std::string text =
      "gr\xC3\xB6\xC3\x9F"
      "e \xE2\x82\xAC \xF0\x9F\x98\x80";
  EXPECT_EQ(to_utf16(text).size(), 10U);
  EXPECT_EQ(to_utf8(to_utf16(text)), text);
}

TEST(Names, ShortPathsStayAsTheyAre) {
  EXPECT_EQ(system_path(L"C:\\a\\b.txt"), L"C:\\a\\b.txt");
  EXPECT_EQ(system_path(L"relative.txt"), L"relative.txt");
}

TEST(Names, LongPathsGetThePrefixAndAreNormal) {
  const std::wstring part(100, L'x');
  const std::wstring folder = L"C:\\" + part + L"\\" + part + L"\\";
  EXPECT_EQ(system_path(folder + L".\\" + part + L"/f"), L"\\\\?\\" + folder + part + L"\\f");
  EXPECT_EQ(system_path(L"\\\\server\\share\\" + part + L"\\" + part + L"\\" + part),
            L"\\\\?\\UNC\\server\\share\\" + part + L"\\" + part + L"\\" + part);
}

TEST(Names, NamesOfDevicesInAFolderGetThePrefix) {
  for (const wchar_t* name : {L"con", L"NUL.txt", L"com1.log", L"lpt9", L"aux .x", L"a.", L"a "})
    EXPECT_EQ(system_path(std::wstring(L"C:\\f/") + name), std::wstring(L"\\\\?\\C:\\f\\") + name);
  for (const wchar_t* name : {L"console", L"com0.log", L"com10", L"anul", L".con", L".."})
    EXPECT_EQ(system_path(std::wstring(L"C:\\f\\") + name), std::wstring(L"C:\\f\\") + name);
  EXPECT_EQ(system_path(L"nul"), L"nul");  // the device, as people mean it
  EXPECT_EQ(system_path(L"C:\\con"), L"\\\\?\\C:\\con");
}

TEST(Names, AFileWithALongPathIsWrittenAndRead) {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / "readmark-long";
  CreateDirectoryW(folder.c_str(), nullptr);
  const std::filesystem::path top = folder;
  for (int i = 0; i < 3; ++i) {
    folder /= std::wstring(100, L'd');
    CreateDirectoryW(system_path(folder).c_str(), nullptr);
  }
  std::error_code error;
  const std::filesystem::path path = folder / "file.txt";
  {
    File file = File::open(path, Open::create, error);
    ASSERT_FALSE(error) << error.message();
    file.write_at(std::as_bytes(std::span("abc")), 0, error);
    ASSERT_FALSE(error) << error.message();
  }
  EXPECT_EQ(file_stamp(path, error).bytes, 4U);
  DeleteFileW(system_path(path).c_str());
  for (; folder != top.parent_path(); folder = folder.parent_path())
    EXPECT_TRUE(RemoveDirectoryW(system_path(folder).c_str()));
}

}  // namespace
}  // namespace readmark::os::windows
