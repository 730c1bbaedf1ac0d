#include "core/text.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

TEST(Text, PercentEncodingKeepsUnreservedBytesAndComesBack) {
  EXPECT_EQ(percent_encode("big log.txt"), "big%20log.txt");
  EXPECT_EQ(percent_encode("\xff%/"), "%FF%25%2F");
  EXPECT_EQ(percent_encode("/a b", "/"), "/a%20b");
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(percent_decode(percent_encode(all)), all);
}

TEST(Text, MalformedEscapesAreRefused) {
  for (const char* text : {"%", "%4", "a%zz", "%g0"})
    EXPECT_THROW(percent_decode(text), UsageError) << text;
}

TEST(Text, PathsComeBack) {
  const std::filesystem::path path = std::filesystem::path(u8"/tmp/a b/\u00e9\u4e2d%41");
  EXPECT_EQ(decode_path(encode_path(path)), path);
}

TEST(Text, PrintableKeepsUtf8AndEscapesTheRest) {
  EXPECT_EQ(printable("caf\xc3\xa9\n"), "caf\xc3\xa9\n");
  EXPECT_EQ(printable("\x1b[31m\xff\xc0\x80"), "%1B[31m%FF%C0%80");
  EXPECT_EQ(printable("\xed\xa0\x80"), "%ED%A0%80");  // a surrogate
}

TEST(Text, NamesTheNearest) {
  const std::vector<std::string> names = {"pread", "mmap", "ifstream"};
  EXPECT_EQ(nearest("pred", names), "pread");
  EXPECT_EQ(nearest("mmpa", names), "mmap");
  EXPECT_EQ(nearest("zzzzzzzz", names), "");
  EXPECT_EQ(did_you_mean("ifstrem", names), " (did you mean \"ifstream\"?)");
}

TEST(Text, NaturalOrderFollowsSizes) {
  std::vector<std::string> names = {"buf:1MiB", "buf:64KiB", "buf:256KiB", "buf:4KiB",
                                    "80k",      "2k",        "150mb",      "10k"};
  std::sort(names.begin(), names.end(), natural_less);
  EXPECT_EQ(names, (std::vector<std::string>{"2k", "10k", "80k", "150mb", "buf:4KiB", "buf:64KiB",
                                             "buf:256KiB", "buf:1MiB"}));
}

TEST(Text, NaturalOrderIsStrict) {
  const std::vector<std::string> names = {
      "", "a", "a1", "a01", "1k", "1024", "1KiB", "1024x", "99999999999999999999", "b"};
  for (const std::string& a : names) {
    EXPECT_FALSE(natural_less(a, a)) << a;
    for (const std::string& b : names) {
      if (a == b) continue;
      EXPECT_NE(natural_less(a, b), natural_less(b, a)) << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace readmark
