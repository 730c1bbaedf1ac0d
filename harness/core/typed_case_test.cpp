#include "core/typed_case.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

std::string refusal(std::string_view text) {
  try {
    parse_typed_case(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  ADD_FAILURE() << text << " was not refused";
  return "";
}

Case stored(const std::string& named, Cache cache = Cache::warm) {
  Knobs knobs;
  if (!named.empty()) knobs.set("buf", named);
  Case c;
  c.workload = "read";
  c.strategy = "pread";
  c.data = "150mb";
  c.cache = cache;
  c.name = case_name("read", "pread", "150mb", knobs, cache, Use::touch);
  c.knobs.set("buf", named.empty() ? "256KiB" : named);
  c.knobs.set("direct", "off");
  return c;
}

TEST(TypedCase, ACanonicalName) {
  const TypedCase typed =
      parse_typed_case("read/pread/big%20log@1f2e3d4c/buf:1MiB/direct:on/cache:cold/use:sum");
  EXPECT_EQ(typed.workload, "read");
  EXPECT_EQ(typed.strategy, "pread");
  EXPECT_EQ(typed.data, "big%20log@1f2e3d4c");
  ASSERT_EQ(typed.knobs.size(), 2u);
  EXPECT_EQ(typed.knobs[0].first, "buf");
  EXPECT_EQ(typed.knobs[0].second, std::vector<std::string>{"1MiB"});
  EXPECT_EQ(typed.caches, std::vector<Cache>{Cache::cold});
  EXPECT_EQ(typed.uses, std::vector<Use>{Use::sum});
}

TEST(TypedCase, PartlyTypedInAnyOrderWithLists) {
  const TypedCase typed = parse_typed_case("read/whole/cache:warm,cold/alloc:fresh,reused");
  EXPECT_FALSE(typed.data);
  EXPECT_EQ(typed.knobs[0].second, (std::vector<std::string>{"fresh", "reused"}));
  EXPECT_EQ(typed.caches, (std::vector<Cache>{Cache::warm, Cache::cold}));
  EXPECT_TRUE(typed.uses.empty());
}

TEST(TypedCase, WhatCannotBeACaseIsRefusedWithTheReason) {
  EXPECT_NE(refusal("pread").find("no strategy"), std::string::npos);
  EXPECT_NE(refusal("").find("no strategy"), std::string::npos);
  EXPECT_NE(refusal("Read/pread").find("lower-case"), std::string::npos);
  EXPECT_NE(refusal("read//2k").find("lower-case"), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k/10k").find("two datasets"), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k//buf:1k").find("empty"), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k/buff:1k").find("did you mean \"buf\""), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k/buf:1k/buf:2k").find("twice"), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k/buf:1k,").find("empty value"), std::string::npos);
  EXPECT_NE(refusal("read/pread/2k/cache:hot").find("cache state"), std::string::npos);
}

TEST(TypedCase, MatchesWhatItWouldMeasure) {
  EXPECT_TRUE(matches(parse_typed_case("read/pread/150mb"), stored("")));
  EXPECT_TRUE(matches(parse_typed_case("read/pread"), stored("")));
  EXPECT_TRUE(matches(parse_typed_case("read/pread/150mb/buf:1m"), stored("1MiB")));
  EXPECT_TRUE(matches(parse_typed_case("read/pread/150mb/buf:4k,1m"), stored("1MiB")));
  EXPECT_TRUE(matches(parse_typed_case("read/pread/150mb/buf:256k"), stored("")));
  EXPECT_TRUE(matches(parse_typed_case("read/pread/cache:cold"), stored("", Cache::cold)));
}

TEST(TypedCase, DoesNotMatchWhatItWouldNot) {
  EXPECT_FALSE(matches(parse_typed_case("read/read/150mb"), stored("")));
  EXPECT_FALSE(matches(parse_typed_case("lines/pread/150mb"), stored("")));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/2k"), stored("")));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/150mb"), stored("1MiB")));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/150mb/buf:4k"), stored("1MiB")));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/150mb/text:on"), stored("")));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/150mb"), stored("", Cache::cold)));
  EXPECT_FALSE(matches(parse_typed_case("read/pread/150mb/use:sum"), stored("")));
}

}  // namespace
}  // namespace readmark
