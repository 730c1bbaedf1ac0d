// Profiles become cases: names, order, no duplicates, and a sentence for what cannot be.
#include "benchmarks/cases.hpp"

#include <gmock/gmock.h>

#include <set>

#include "benchmarks/strategies.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

const StrategyTable& table() {
  static const StrategyTable strategies = all_strategies();
  return strategies;
}

Dataset dataset(const std::string& name, std::uint64_t bytes) {
  Dataset data;
  data.name = name;
  data.kind = "file";
  data.path = "/nowhere/" + name;
  data.bytes = bytes;
  return data;
}

const std::vector<Dataset>& small_and_large() {
  static const std::vector<Dataset> data{dataset("2k", 641'238), dataset("150mb", 150'000'000)};
  return data;
}

Profile profile_of(const std::string& cells) {
  return parse_profile(R"({"name": "test", "data": ["2k", "150mb"], "cells": [)" + cells + "]}",
                       "test");
}

std::vector<protocol::CaseLine> lines(const std::string& cells,
                                      const std::vector<Dataset>& data = small_and_large()) {
  return expand(profile_of(cells), data, table());
}

std::vector<std::string> names(const std::string& cells, Role role = Role::subject,
                               const std::vector<Dataset>& data = small_and_large()) {
  std::vector<std::string> found;
  for (const protocol::CaseLine& line : lines(cells, data)) {
    if (line.bench_case.role == role) found.push_back(line.bench_case.name);
  }
  return found;
}

TEST(Cases, AreNamedCanonically) {
  EXPECT_THAT(
      names(
          R"({"strategies": ["whole"], "data": ["2k"], "knobs": {"text": ["true"], "alloc": ["fresh"]}})"),
      ElementsAre("read/whole/2k/alloc:fresh/text:on/cache:warm/use:touch"));
  EXPECT_THAT(
      names(R"({"strategies": ["stdio"], "data": ["2k"], "knobs": {"buf": ["64k", "256KiB"]}})"),
      ElementsAre("read/stdio/2k/buf:64KiB/cache:warm/use:touch",
                  "read/stdio/2k/cache:warm/use:touch"));
}

TEST(Cases, CarryEveryKnobOfTheStrategy) {
  const auto all = lines(R"({"strategies": ["whole"], "data": ["2k"]})");
  EXPECT_EQ(all.front().bench_case.knobs.text("alloc"), "reused");
  EXPECT_EQ(all.front().bench_case.knobs.text("text"), "off");
}

TEST(Cases, AreInNaturalOrder) {
  EXPECT_THAT(
      names(
          R"({"strategies": ["stdio"], "knobs": {"buf": ["1MiB", "4KiB", "256KiB"]}, "cache": ["cold", "warm"]})"),
      ElementsAre(
          "read/stdio/2k/buf:4KiB/cache:warm/use:touch",
          "read/stdio/2k/buf:4KiB/cache:cold/use:touch", "read/stdio/2k/cache:warm/use:touch",
          "read/stdio/2k/cache:cold/use:touch", "read/stdio/2k/buf:1MiB/cache:warm/use:touch",
          "read/stdio/2k/buf:1MiB/cache:cold/use:touch",
          "read/stdio/150mb/buf:4KiB/cache:warm/use:touch",
          "read/stdio/150mb/buf:4KiB/cache:cold/use:touch", "read/stdio/150mb/cache:warm/use:touch",
          "read/stdio/150mb/cache:cold/use:touch", "read/stdio/150mb/buf:1MiB/cache:warm/use:touch",
          "read/stdio/150mb/buf:1MiB/cache:cold/use:touch"));
}

TEST(Cases, AreThereOnce) {
  const std::string twice =
      R"({"strategies": ["stdio"], "knobs": {"buf": ["64k", "64KiB"]}}, {"strategies": ["stdio"],
                               "knobs": {"buf": ["64KiB"]}})";
  EXPECT_THAT(names(twice), SizeIs(2));
  std::set<std::string> all;
  for (const protocol::CaseLine& line : lines(twice))
    EXPECT_TRUE(all.insert(line.bench_case.name).second);
}

TEST(Cases, LeaveOutBuffersBeyondTheFile) {
  EXPECT_THAT(
      names(
          R"({"strategies": ["stdio"], "data": ["2k"], "knobs": {"buf": ["1MiB", "8MiB", "64MiB"]}})"),
      ElementsAre("read/stdio/2k/buf:1MiB/cache:warm/use:touch"));
  EXPECT_THAT(
      names(R"({"strategies": ["stdio"], "data": ["2k"], "knobs": {"buf": ["8MiB", "64MiB"]}})"),
      ElementsAre("read/stdio/2k/buf:8MiB/cache:warm/use:touch"));
}

TEST(Cases, OfAllSubjectsIgnoreKnobsOfOthers) {
  const auto all = names(R"({"data": ["2k"], "knobs": {"alloc": ["fresh"]}})");
  EXPECT_THAT(all, Contains("read/stdio/2k/cache:warm/use:touch"));
  EXPECT_THAT(all, Contains("read/whole/2k/alloc:fresh/cache:warm/use:touch"));
  EXPECT_THAT(all, Not(Contains(HasSubstr("null"))));
}

TEST(Cases, KnobsOfStrategiesThatAreNotBuiltHereAreNoMistake) {
  const std::string cells = R"({"knobs": {"buf": ["64KiB"], "threads": ["2"]}})";
  std::vector<StrategyRow> rows(table().rows().begin(), table().rows().end());
  for (StrategyRow& row : rows) {
    if (row.workload == "read" && row.knobs.find("threads") != row.knobs.npos) row.make = nullptr;
  }
  EXPECT_THAT(expand(profile_of(cells), small_and_large(), StrategyTable(rows)), Not(IsEmpty()));
  for (StrategyRow& row : rows) row.knobs = "";
  EXPECT_THROW(expand(profile_of(cells), small_and_large(), StrategyTable(rows)), UsageError);
}

TEST(Cases, TheTableKnowsTheKnobsOfWhatIsNotBuiltEverywhere) {
  for (const StrategyRow& row : table().rows()) {
    if (row.workload != "read" || row.platforms.empty() || row.make == nullptr) continue;
    std::string knobs;
    for (const KnobSpec& spec : row.make().knobs()) {
      if (!knobs.empty()) knobs += ' ';
      knobs += spec.key;
    }
    EXPECT_EQ(row.knobs, knobs) << row.name << ", in benchmarks/read/CMakeLists.txt";
  }
}

TEST(Cases, UseNoneOnlyWhereBytesAreCopied) {
  if (table().find("read", "mmap")->make == nullptr) GTEST_SKIP() << "mmap is not built here";
  EXPECT_THAT(names(R"({"data": ["2k"], "use": ["none", "touch"]})"),
              AllOf(Contains("read/stdio/2k/cache:warm/use:none"),
                    Contains("read/mmap/2k/cache:warm/use:touch"),
                    Not(Contains("read/mmap/2k/cache:warm/use:none"))));
  EXPECT_THAT([] { names(R"({"strategies": ["mmap"], "use": ["none"]})"); },
              ThrowsMessage<UsageError>(HasSubstr("copies nothing")));
}

TEST(Cases, ACacheStateThatMakesNoSenseIsLeftOutOrAnswered) {
  if (table().find("read", "pread")->make == nullptr) GTEST_SKIP() << "pread is not built here";
  EXPECT_THAT(
      names(
          R"({"strategies": ["pread"], "data": ["2k"], "knobs": {"direct": ["on"]}, "cache": ["warm", "cold"]})"),
      ElementsAre("read/pread/2k/direct:on/cache:cold/use:touch"));
  const auto all = lines(
      R"({"strategies": ["pread"], "data": ["2k"], "knobs": {"direct": ["on"]}, "cache": ["warm"]})");
  EXPECT_EQ(all.front().bench_case.name, "read/pread/2k/direct:on/cache:warm/use:touch");
  EXPECT_FALSE(all.front().runnable);
  EXPECT_THAT(all.front().reason, HasSubstr("no cache state warm"));
}

TEST(Cases, AWarmFileMustFitInMemory) {
  const auto all = lines(R"({"strategies": ["stdio"], "cache": ["warm", "cold"]})",
                         {dataset("2k", std::uint64_t{1} << 60)});
  EXPECT_FALSE(all[0].runnable);
  EXPECT_THAT(all[0].reason, HasSubstr("half of the memory"));
  EXPECT_TRUE(all[1].runnable);
}

TEST(Cases, WhatIsNotBuiltHereIsARowWithItsReason) {
  for (const StrategyRow& row : table().rows()) {
    if (row.make != nullptr || row.workload != "read") continue;
    const auto all =
        lines(R"({"strategies": [")" + std::string(row.name) + R"("], "data": ["2k"]})");
    EXPECT_EQ(all.front().bench_case.strategy, row.name);
    EXPECT_FALSE(all.front().runnable);
    EXPECT_EQ(all.front().reason, why_not_built(row));
    EXPECT_THAT(all.front().reason, HasSubstr("not built"));
  }
}

TEST(Cases, ALibraryThatWasMissingWhenBuiltIsTheReason) {
  StrategyRow row = *table().find("read", "stdio");
  row.make = nullptr;
  row.platforms = "Linux";
  EXPECT_EQ(why_not_built(row), "not built on this system; it is for Linux");
  row.missing = "libthis was not found when this was built; on Debian: apt install libthis-dev";
  const StrategyTable without({row});
  const auto all = expand(profile_of(R"({"strategies": ["stdio"]})"), small_and_large(), without);
  EXPECT_FALSE(all.front().runnable);
  EXPECT_THAT(all.front().reason, HasSubstr("not built: libthis was not found"));
  EXPECT_THAT([&] { without.get("read", "stdio"); },
              ThrowsMessage<UsageError>(HasSubstr("apt install libthis-dev")));
}

TEST(Cases, MistakesAreNamed) {
  EXPECT_THAT(
      [] { names(R"({"strategies": ["stdioo"]})"); },
      ThrowsMessage<UsageError>(AllOf(HasSubstr("stdioo"), HasSubstr("did you mean \"stdio\"?"))));
  EXPECT_THAT([] { names(R"({"workload": "lines"})"); },
              ThrowsMessage<UsageError>(HasSubstr("lines")));
  EXPECT_THAT([] { names(R"({"strategies": ["stdio"], "knobs": {"threads": ["2"]}})"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("threads"), HasSubstr("buf"))));
  EXPECT_THAT([] { names(R"({"strategies": ["stdio"], "knobs": {"buf": ["1k"]}})"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("buf"), HasSubstr("1k"))));
  EXPECT_THAT([] { names(R"({"data": ["3k"]})"); }, ThrowsMessage<UsageError>(HasSubstr("3k")));
}

TEST(Cases, DataThatTheCallerLeftOutIsPassedOver) {
  EXPECT_THAT(names(R"({"strategies": ["stdio"], "data": ["150mb"]})", Role::subject,
                    {dataset("2k", 641'238)}),
              IsEmpty());
}

TEST(ExtraCases, ControlsAreOnTheSmallestFile) {
  EXPECT_THAT(names(R"({"strategies": ["stdio"]})", Role::control),
              Contains("read/null/2k/cache:warm/use:touch"));
}

TEST(ExtraCases, MemoryCeilingsAreAtEachSizeByOneAndAllThreads) {
  const auto all = names(R"({"strategies": ["stdio"]})", Role::ceiling);
  EXPECT_THAT(all, AllOf(Contains("ceiling/memory_copy/-/mem:641238B/cache:as_found/use:none"),
                         Contains("ceiling/memory_read/-/mem:150MB/cache:as_found/use:none")));
  EXPECT_EQ(memory_ceiling_bytes(5'000'000'000), std::uint64_t{1} << 30);
}

TEST(ExtraCases, DeviceCeilingsAreForColdOnTheLargestFile) {
  EXPECT_THAT(names(R"({"strategies": ["stdio"]})", Role::ceiling),
              Not(Contains(HasSubstr("device"))));
  const auto all = names(R"({"strategies": ["stdio"], "cache": ["cold"]})", Role::ceiling);
  if (table().find("ceiling", "device_buffered")->make == nullptr)
    GTEST_SKIP() << "no device ceilings here";
  EXPECT_THAT(all, Contains("ceiling/device_buffered/150mb/threads:4/cache:cold/use:none"));
  EXPECT_THAT(all, Not(Contains(HasSubstr("device_buffered/2k"))));
}

// They would cost every run its budget, and only `explain` makes anything of them.
TEST(ExtraCases, UnitCostsAreThereOnlyIfAskedFor) {
  Profile profile = profile_of(R"({"strategies": ["stdio"]})");
  const auto unit_costs = [&] {
    std::vector<std::string> found;
    for (const protocol::CaseLine& line : expand(profile, small_and_large(), table())) {
      const Knobs& knobs = line.bench_case.knobs;
      const bool bounds = knobs.has("mem") || knobs.has("block");
      if (line.bench_case.role == Role::ceiling && !bounds) found.push_back(line.bench_case.name);
    }
    return found;
  };
  EXPECT_THAT(unit_costs(), IsEmpty());
  profile.unit_costs = true;
  EXPECT_THAT(unit_costs(), AllOf(Contains("ceiling/first_touch/-/cache:as_found/use:none"),
                                  Contains("ceiling/small_read/-/cache:as_found/use:none")));
  if (table().find("ceiling", "mmap_touch")->make == nullptr) return;
  EXPECT_THAT(unit_costs(), Contains("ceiling/mmap_touch/150mb/cache:warm/use:none"));
}

TEST(ExtraCases, CanariesAreAlwaysThere) {
  EXPECT_THAT(names(R"({"strategies": ["stdio"]})", Role::canary),
              ElementsAre("canary/memory_copy/-/cache:as_found/use:none",
                          "canary/pread/150mb/cache:warm/use:none"));
}

}  // namespace
}  // namespace readmark
