#include "core/knobs.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

const std::vector<KnobSpec> kSpecs = {{"buf", KnobKind::size, "256KiB", {}, 4096, 64 << 20},
                                      {"threads", KnobKind::count, "1", {}, 1, 64},
                                      {"direct", KnobKind::flag, "off"},
                                      {"alloc", KnobKind::choice, "reused", {"reused", "fresh"}}};

Knobs asked(std::initializer_list<std::pair<const char*, const char*>> values) {
  Knobs knobs;
  for (const auto& [key, value] : values) knobs.set(key, value);
  return knobs;
}

TEST(Knobs, CompletionFillsFallbacksAndMakesCanonical) {
  const Knobs knobs = complete(kSpecs, asked({{"buf", "64k"}, {"direct", "true"}}), "pread");
  EXPECT_EQ(knobs.size("buf"), 65536u);
  EXPECT_EQ(knobs.text("buf"), "64KiB");
  EXPECT_TRUE(knobs.on("direct"));
  EXPECT_EQ(knobs.count("threads"), 1u);
}

TEST(Knobs, FallbacksAreLeftOutHoweverTyped) {
  const Knobs knobs = complete(kSpecs, asked({{"buf", "262144"}, {"alloc", "fresh"}}), "pread");
  EXPECT_EQ(without_fallbacks(kSpecs, knobs), asked({{"alloc", "fresh"}}));
}

TEST(Knobs, WrongValuesAndKeysAreNamed) {
  const auto message = [](const Knobs& knobs) -> std::string {
    try {
      complete(kSpecs, knobs, "pread");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(message(asked({{"buf", "1"}})).find("from 4KiB to 64MiB"), std::string::npos);
  EXPECT_NE(message(asked({{"threads", "two"}})).find("whole number from 1 to 64"),
            std::string::npos);
  EXPECT_NE(message(asked({{"threads", "-1"}})).find("\"-1\""), std::string::npos);
  EXPECT_NE(message(asked({{"alloc", "new"}})).find("reused, fresh"), std::string::npos);
  EXPECT_NE(message(asked({{"bufer", "4k"}})).find("did you mean \"buf\""), std::string::npos);
}

TEST(Knobs, IterateInTheOrderOfCaseNames) {
  const Knobs knobs = asked({{"text", "on"}, {"buf", "4k"}, {"threads", "2"}, {"direct", "on"}});
  std::string order;
  for (const auto& [key, value] : knobs.values()) order += key + " ";
  EXPECT_EQ(order, "buf threads direct text ");
}

TEST(Knobs, AskingForAMissingKnobIsAnError) { EXPECT_THROW(Knobs{}.size("buf"), RuntimeError); }

}  // namespace
}  // namespace readmark
