#include "core/profile.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark {
namespace {

TEST(Profile, UnitCostsAreOffUnlessAskedFor) {
  Profile profile = parse_profile(R"({"name": "p", "cells": [{}]})", "test");
  EXPECT_FALSE(profile.unit_costs);
  profile.unit_costs = true;
  EXPECT_TRUE(parse_profile(to_json(profile), "test").unit_costs);
}

constexpr std::string_view kProfile = R"({
  "name": "mine", "summary": "two ways", "data": ["2k", "10k"],
  "limits": {"min_rounds": 2, "max_rounds": 4, "target_ci_pct": 2.5, "max_time": "90s", "max_pass": "1s", "timeout": "5s"},
  "cells": [{"strategies": ["read", "pread"], "knobs": {"buf": ["4KiB", "1MiB"]}, "cache": ["warm", "cold"], "use": "sum"}]
})";

std::string refusal(std::string_view text) {
  try {
    parse_profile(text, "p.json");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Profile, ReadsWhatItSays) {
  const Profile profile = parse_profile(kProfile, "p.json");
  EXPECT_EQ(profile.name, "mine");
  EXPECT_EQ(profile.data, (std::vector<std::string>{"2k", "10k"}));
  EXPECT_EQ(profile.limits.min_rounds, 2u);
  EXPECT_EQ(profile.limits.max_time_ns, 90'000'000'000);
  EXPECT_DOUBLE_EQ(profile.limits.target_ci_pct, 2.5);
  ASSERT_EQ(profile.cells.size(), 1u);
  EXPECT_EQ(profile.cells[0].workload, "read");
  EXPECT_EQ(profile.cells[0].caches, (std::vector<Cache>{Cache::warm, Cache::cold}));
  EXPECT_EQ(profile.cells[0].uses, (std::vector<Use>{Use::sum}));
  EXPECT_EQ(profile.cells[0].knobs[0].second, (std::vector<std::string>{"4KiB", "1MiB"}));
}

TEST(Profile, ComesBackFromItsJson) {
  const Profile profile = parse_profile(kProfile, "p.json");
  EXPECT_EQ(to_json(parse_profile(to_json(profile), "again")), to_json(profile));
  EXPECT_EQ(parse_profile(to_json(profile), "again").limits.max_pass_ns, 1'000'000'000);
}

TEST(Profile, ErrorsNameTheKeyAndTheNearest) {
  EXPECT_EQ(refusal(R"({"name": "x", "cells": [{"strategis": []}]})"),
            "p.json: cells[0]: unknown key \"strategis\" (did you mean \"strategies\"?); known "
            "are: workload, strategies, data, where_built, knobs, cache, use");
  EXPECT_NE(
      refusal(R"({"name": 3, "cells": [{}]})").find("key \"name\" is 3, but a string is expected"),
      std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x"})").find("\"cells\" is missing"), std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x", "cells": []})").find("at least one cell"), std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x", "cells": [{"knobs": {"bufer": "4k"}}]})")
                .find("did you mean \"buf\""),
            std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x", "cells": [{"cache": "wram"}]})").find("did you mean \"warm\""),
            std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x", "limits": {"max_time": 90}, "cells": [{}]})")
                .find("a duration such as"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"name": "x", "limits": {"min_rounds": 9, "max_rounds": 3}, "cells": [{}]})")
                .find("more than max_rounds"),
            std::string::npos);
  EXPECT_NE(refusal("{\n  \"name\": x}").find("line 2, column"), std::string::npos);
  EXPECT_NE(refusal("[]").find("an object is expected, not array"), std::string::npos);
}

TEST(Profile, AFileThatCannotBeReadIsNamed) {
  EXPECT_THROW(read_profile("/no/such/profile.json"), UsageError);
  EXPECT_THROW(read_profile("/"), UsageError);
}

}  // namespace
}  // namespace readmark
