// RUN on the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/test_database.hpp"

namespace readmark::store {
namespace {

using testing::HasSubstr;

class Selector : public testing::Test {
 protected:
  Selector() {
    add(1, "quick", "aaaa1111-0000-4000-8000-000000000001", test_host_key());
    add(2, "full", "aaaa2222-0000-4000-8000-000000000002", test_host_key());
    add(3, "quick", "bbbb3333-0000-4000-8000-000000000003", test_host_key());
    add(4, "quick", "cccc4444-0000-4000-8000-000000000004", test_host_key("another"));
    label("aaaa1111", "branch", "main");
    label("bbbb3333", "branch", "main");
    label("cccc4444", "branch", "feature/x~1");
  }

  void add(std::int64_t started, const char* profile, const char* uuid, const Key& host) {
    add_test_run(store_, started, profile, uuid, host);
  }
  void label(const char* run, const char* name, const char* value) {
    store_.add_label(store_.find_run(run).id, name, value);
  }
  std::string found(const std::string& selector, const std::optional<Key>& host = {},
                    const std::optional<std::string>& profile = {}) {
    return store_.find_run(selector, host, profile).uuid.substr(0, 8);
  }
  std::string refused(const std::string& selector, const std::optional<Key>& host = {},
                      const std::optional<std::string>& profile = {}) {
    return sentence_of<UsageError>([&] { store_.find_run(selector, host, profile); });
  }

  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
};

TEST_F(Selector, Latest) {
  EXPECT_EQ(found("latest"), "cccc4444");
  EXPECT_EQ(found("latest~0"), "cccc4444");
  EXPECT_EQ(found("latest~3"), "aaaa1111");
  EXPECT_THAT(refused("latest~4"), HasSubstr("only 4"));
  EXPECT_THAT(refused("latest~x"), HasSubstr("is no RUN"));
  EXPECT_THAT(refused("latest~99999999999999999999"), HasSubstr("is no RUN"));
}

TEST_F(Selector, LatestOfHostAndProfile) {
  EXPECT_EQ(found("latest", test_host_key()), "bbbb3333");
  EXPECT_EQ(found("latest~1", test_host_key()), "aaaa2222");
  EXPECT_EQ(found("latest~1", test_host_key(), "quick"), "aaaa1111");
  EXPECT_EQ(found("latest", {}, "full"), "aaaa2222");
  EXPECT_THAT(refused("latest", test_host_key("unknown")), HasSubstr("no run of this host"));
  EXPECT_THAT(refused("latest", {}, "huge"), HasSubstr("\"huge\""));
}

TEST_F(Selector, TheNewerRunWinsWhereTimesTie) {
  add(4, "quick", "dddd5555-0000-4000-8000-000000000005", test_host_key());
  EXPECT_EQ(found("latest"), "dddd5555");
}

TEST_F(Selector, Label) {
  EXPECT_EQ(found("branch=main"), "bbbb3333");
  EXPECT_EQ(found("branch=main~1"), "aaaa1111");
  EXPECT_EQ(found("branch=feature/x~1"), "cccc4444");  // the value itself ends so
  EXPECT_THAT(refused("branch=main~2"), HasSubstr("only 2"));
  EXPECT_THAT(refused("branch=other"), HasSubstr("no run with the label branch=other"));
  EXPECT_THAT(refused("branch=other"), HasSubstr("readmark list runs"));
}

TEST_F(Selector, HexDigits) {
  EXPECT_EQ(found("bbbb"), "bbbb3333");
  EXPECT_EQ(found("BBBB3333-0000"), "bbbb3333");
  EXPECT_EQ(found("aaaa1"), "aaaa1111");
  EXPECT_EQ(found("cccc44440000"), "cccc4444");
  EXPECT_THAT(refused("dddd"), HasSubstr("begins with dddd"));
  for (const char* malformed : {"bbb", "", "zzzz", "aaaa*", "-", "~1"}) {
    EXPECT_THAT(refused(malformed), HasSubstr("is no RUN")) << malformed;
  }
}

TEST_F(Selector, AmbiguousNamesTheCandidates) {
  const std::string sentence = refused("aaaa");
  EXPECT_THAT(sentence, HasSubstr("aaaa1111-0000-4000-8000-000000000001"));
  EXPECT_THAT(sentence, HasSubstr("aaaa2222-0000-4000-8000-000000000002"));
  EXPECT_THAT(sentence, testing::Not(HasSubstr("bbbb")));
}

TEST(NamesAFile, PathsAndLabels) {
  for (const char* path : {"a/b", "./x", "x.db", "x.json", "a\\b", "dir=1/x.db", "/=x/y"}) {
    EXPECT_TRUE(names_a_file(path)) << path;
  }
  for (const char* other : {"latest", "latest~1", "branch=feature/x", "abcd", "k=v"}) {
    EXPECT_FALSE(names_a_file(other)) << other;
  }
}

}  // namespace
}  // namespace readmark::store
