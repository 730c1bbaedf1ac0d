#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/error.hpp"
#include "datasets/datasets.hpp"
#include "datasets/generator.hpp"

namespace readmark::datasets {
namespace {

TEST(Catalogue, HoldsTheNamedDatasetsInTheirOrder) {
  std::vector<std::string> names;
  for (const Entry& entry : catalogue()) names.push_back(entry.name);
  EXPECT_THAT(names, testing::ElementsAre("2k", "10k", "20k", "40k", "80k", "150mb", "5gb", "50gb",
                                          "40k_crlf", "40k_utf8", "victim", "150mb_random"));
}

TEST(Catalogue, SizesAndLineCountsAreWhatTheNamesSay) {
  EXPECT_EQ(entry("2k").expected.lines, 2'000u);
  EXPECT_EQ(entry("10k").expected.lines, 10'000u);
  EXPECT_EQ(entry("20k").expected.lines, 20'000u);
  EXPECT_EQ(entry("40k").expected.lines, 40'000u);
  EXPECT_EQ(entry("80k").expected.lines, 80'000u);
  EXPECT_EQ(entry("40k_crlf").expected.cr_bytes, 40'000u);
  EXPECT_EQ(entry("150mb").expected.bytes, 150'000'000u);
  EXPECT_EQ(entry("150mb_random").expected.bytes, 150'000'000u);
  EXPECT_EQ(entry("5gb").expected.bytes, 5'000'000'000u);
  EXPECT_EQ(entry("50gb").expected.bytes, 50'000'000'000u);
}

TEST(Catalogue, EveryEntryIsConsistent) {
  for (const Entry& entry : catalogue()) {
    EXPECT_EQ(entry.expected.bytes, entry.spec.bytes) << entry.name;
    EXPECT_EQ(entry.expected.digest.bytes, entry.spec.bytes) << entry.name;
    if (entry.spec.kind == Spec::Kind::random) continue;
    EXPECT_EQ(entry.expected.lines, entry.spec.lines) << entry.name;
    EXPECT_EQ(entry.expected.newline_bytes, entry.spec.lines) << entry.name;
  }
}

// What every system, compiler and thread count must agree on: the frozen digests.
TEST(Catalogue, TheGeneratorMakesWhatTheCatalogueSays) {
  for (const Entry& entry : catalogue()) {
    if (entry.spec.bytes > 1'000'000'000) continue;  // these are in the tests labelled large
    const Content made = measure(entry.spec);
    EXPECT_TRUE(made.same_totals(entry.expected))
        << entry.name << ": " << made.bytes << " bytes, " << made.lines << " lines, "
        << made.newline_bytes << " newlines, " << made.cr_bytes << " returns, longest "
        << made.longest_line << ", digest " << made.digest.text();
  }
}

TEST(Catalogue, TheLastBlocksOfTheLargestFilesEndInANewline) {
  for (const char* name : {"5gb", "50gb"}) {
    const Spec& spec = entry(name).spec;
    Generator generator(spec);
    const auto block = generator.make(block_count(spec.bytes) - 1);
    EXPECT_EQ(block.size(), spec.bytes % kDigestBlock) << name;
    EXPECT_EQ(block.back(), std::byte{'\n'}) << name;
  }
}

TEST(Catalogue, AnUnknownNameIsRefusedWithTheNearestAndAll) {
  EXPECT_EQ(find("2kk"), nullptr);
  try {
    planned("150mbb", "/data");
    FAIL() << "was not refused";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean \"150mb\""));
    EXPECT_THAT(error.what(), testing::HasSubstr("40k_utf8"));
  }
}

TEST(Spec, SurvivesItsJson) {
  for (const Entry& entry : catalogue()) {
    EXPECT_EQ(spec_from_json(nlohmann::ordered_json::parse(to_text(entry.spec))), entry.spec);
  }
}

TEST(Spec, AKindOrEndingThatIsNotKnownIsRefused) {
  auto json = to_json(entry("2k").spec);
  json["ending"] = "cr";
  EXPECT_THROW(spec_from_json(json), RuntimeError);
  json["ending"] = "lf";
  json["kind"] = "noise";
  EXPECT_THROW(spec_from_json(json), RuntimeError);
}

}  // namespace
}  // namespace readmark::datasets
