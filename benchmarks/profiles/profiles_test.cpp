// The profiles that come with readmark parse, and are found by name and by path.
#include "benchmarks/profiles/profiles.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "core/error.hpp"
#include "core/text.hpp"

namespace readmark::profiles {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Profiles, AreTheFiveOfTheDesignInOrder) {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : profiles()) names.emplace_back(file.name);
  EXPECT_THAT(names, testing::ElementsAre("smoke.json", "quick.json", "standard.json", "full.json",
                                          "huge.json"));
}

TEST(Profiles, AreNamedAsTheirFilesAndSaySomething) {
  for (const EmbeddedFile& file : profiles()) {
    const Profile profile = parse_profile(file.text, file.name);
    EXPECT_EQ(profile.name + ".json", file.name);
    EXPECT_FALSE(profile.summary.empty()) << file.name;
    EXPECT_FALSE(profile.data.empty()) << file.name;
  }
}

TEST(Profiles, NameOnlyDataThatTheyList) {
  for (const EmbeddedFile& file : profiles()) {
    const Profile profile = parse_profile(file.text, file.name);
    for (const Cell& cell : profile.cells) {
      for (const std::string& name : cell.data)
        EXPECT_THAT(profile.data, testing::Contains(name)) << file.name;
    }
  }
}

TEST(Profiles, QuickIsWhatWasPromised) {
  const Profile quick = load_profile("quick");
  EXPECT_THAT(quick.data, testing::ElementsAre("2k", "10k", "20k", "40k", "150mb"));
  EXPECT_EQ(quick.limits.max_time_ns, 120'000'000'000);
  EXPECT_EQ(quick.limits.max_pass_ns, 1'000'000'000);
  EXPECT_EQ(quick.limits.min_rounds, 6U);
}

TEST(Profiles, AnUnknownNameNamesTheNearest) {
  EXPECT_THAT([] { load_profile("quik"); },
              ThrowsMessage<UsageError>(HasSubstr("did you mean \"quick\"?")));
}

TEST(Profiles, APathIsAFile) {
  EXPECT_THAT([] { load_profile("./quick"); }, ThrowsMessage<UsageError>(HasSubstr("cannot read")));
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "readmark_profiles_test.json";
  std::ofstream(path) << R"({"name": "mine", "data": ["2k"], "cells": [{"strategies": ["read"]}]})";
  const std::u8string text = path.u8string();
  EXPECT_EQ(load_profile({reinterpret_cast<const char*>(text.data()), text.size()}).name, "mine");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace readmark::profiles
