// UTF-8: what the Unicode standard allows, byte by byte, and nothing else.
#include "benchmarks/read/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace readmark {
namespace {

std::size_t prefix(std::string_view text) {
  return valid_utf8_prefix(std::as_bytes(std::span(text.data(), text.size())));
}

/// How UTF-8 is defined: by code points.
std::string encoded(unsigned code_point) {
  const auto byte = [](unsigned value) {
    return static_cast<char>(static_cast<unsigned char>(value));
  };
  if (code_point < 0x80) return {byte(code_point)};
  if (code_point < 0x800) return {byte(0xC0 | (code_point >> 6)), byte(0x80 | (code_point & 0x3F))};
  if (code_point < 0x10000) {
    return {byte(0xE0 | (code_point >> 12)), byte(0x80 | ((code_point >> 6) & 0x3F)),
            byte(0x80 | (code_point & 0x3F))};
  }
  return {byte(0xF0 | (code_point >> 18)), byte(0x80 | ((code_point >> 12) & 0x3F)),
          byte(0x80 | ((code_point >> 6) & 0x3F)), byte(0x80 | (code_point & 0x3F))};
}

bool is_scalar(unsigned code_point) {
  return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

TEST(Utf8, EveryCodePointIsValidIfItIsAScalarValue) {
  for (unsigned code_point = 0; code_point < 0x1FFFFF; ++code_point) {
    const std::string text = encoded(code_point);
    ASSERT_EQ(prefix(text) == text.size(), is_scalar(code_point)) << code_point;
  }
}

TEST(Utf8, OverlongFormsAreRefused) {
  for (const std::string_view text : {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF",
                                      "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF"}) {
    EXPECT_EQ(prefix(text), 0U);
  }
}

TEST(Utf8, WhatIsNotACharacterIsRefusedWhereItBegins) {
  for (const std::string_view bad :
       {"\x80", "\xBF", "\xC3", "\xC3(", "\xE2\x82", "\xE2(\x82", "\xE2\x82(", "\xED\xA0\x80",
        "\xED\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xF8\x88\x80\x80\x80", "\xFE", "\xFF"}) {
    for (const std::size_t before :
         std::initializer_list<std::size_t>{0, 1, 30, 31, 32, 33, 63, 64, 100}) {
      const std::string text = std::string(before, 'a') + std::string(bad) + std::string(50, 'b');
      EXPECT_EQ(prefix(text), before);
    }
  }
}

TEST(Utf8, ACharacterMayCrossAnyBlock) {
  for (unsigned code_point : {0xE9U, 0x20ACU, 0x1F600U}) {
    for (std::size_t before = 0; before < 100; ++before) {
      const std::string text =
          std::string(before, 'a') + encoded(code_point) + std::string(70, 'b');
      EXPECT_EQ(prefix(text), text.size());
      const std::string cut = std::string(before, 'a') + encoded(code_point).substr(0, 1);
      EXPECT_EQ(prefix(cut), before);
    }
  }
}

TEST(Utf8, EmptyIsValid) { EXPECT_EQ(prefix(""), 0U); }

}  // namespace
}  // namespace readmark
