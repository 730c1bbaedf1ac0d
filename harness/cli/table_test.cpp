#include "cli/table.hpp"

#include <gtest/gtest.h>

namespace readmark::cli {
namespace {

run::ResultRow row(const char* strategy, const char* buf, double median,
                   Role role = Role::subject) {
  run::ResultRow r;
  r.bench_case.workload = "read";
  r.bench_case.strategy = strategy;
  r.bench_case.data = "2k";
  r.bench_case.role = role;
  Knobs knobs;
  if (*buf != '\0') knobs.set("buf", buf);
  r.bench_case.name = case_name("read", strategy, "2k", knobs, Cache::warm, Use::touch);
  r.status = Status::ok;
  r.bytes = 1'000'000;
  r.median_ns = median;
  r.ci_low_ns = median * 0.9;
  r.ci_high_ns = median * 1.1;
  r.rounds = 7;
  r.proof = store::Proof::physical;
  return r;
}

std::size_t at(const std::string& text, const std::string& what) {
  const std::size_t position = text.find(what);
  EXPECT_NE(position, std::string::npos) << what << " is not in\n" << text;
  return position;
}

TEST(TextTable, AlignsAndCutsTrailingSpaces) {
  TextTable table({{"a"}, {"n", Align::right}});
  table.add({"long name", "1"});
  table.add({"x", "1234"});
  EXPECT_EQ(table.text(), "a             n\nlong name     1\nx          1234\n");
}

TEST(RunTable, RanksByMedianAndNeverControls) {
  run::Result result;
  result.run.uuid = "0123456789";
  result.rows = {row("slow", "", 2e6), row("fast", "4KiB", 1e6),
                 row("null", "", 10, Role::control)};
  const std::string text = run_table(result, {});
  EXPECT_LT(at(text, "fast/buf:4KiB"), at(text, "slow"));
  EXPECT_GT(at(text, "read/null/2k"), at(text, "controls:"));
  EXPECT_NE(text.find("1.00 ms"), std::string::npos);
  EXPECT_NE(text.find("900 us .. 1.10 ms"), std::string::npos);
  EXPECT_NE(text.find("1.00 "), std::string::npos);  // GB/s
}

TEST(RunTable, WhatHasNoFigureHasAReason) {
  run::Result result;
  result.run.uuid = "0123456789";
  result.rows = {row("broken", "", 1e6), row("never", "", 1e6)};
  result.rows[0].status = Status::crashed;
  result.rows[0].reason = "killed by SIGSEGV";
  result.rows[0].median_ns.reset();
  result.rows[1].status.reset();
  result.rows[1].median_ns.reset();
  const std::string text = run_table(result, {});
  EXPECT_NE(text.find("crashed  broken: killed by SIGSEGV"), std::string::npos) << text;
  EXPECT_NE(text.find("never run  never: the run ended before its turn"), std::string::npos)
      << text;
}

TEST(RunTable, UnprovedAndGuestColdAreSaid) {
  run::Result result;
  result.run.uuid = "0123456789";
  result.rows = {row("read", "", 1e6), row("mmap", "", 2e6)};
  result.rows[0].proof = store::Proof::none;
  result.rows[1].bench_case.cache = Cache::cold;
  result.rows[1].proof = store::Proof::upper_layer;
  const std::string text = run_table(result, {});
  EXPECT_NE(text.find("unproved"), std::string::npos);
  EXPECT_NE(text.find("guest-cold"), std::string::npos);
}

TEST(RunTable, GrowthIsShownSteepestFirst) {
  run::Result result;
  result.run.uuid = "0123456789";
  EXPECT_EQ(run_table(result, {}).find("growth"), std::string::npos);
  store::GrowthRow flat;
  flat.name = "read/pread/*/buf:1MiB/cache:warm/use:touch";
  flat.workload = "read";
  flat.strategy = "pread";
  flat.sizes = 3;
  flat.least_bytes = 642'000;
  flat.most_bytes = 150'000'000;
  flat.exponent = 0.984;
  store::GrowthRow steep = flat;
  steep.name = "read/slurp/*/cache:warm/use:touch";
  steep.strategy = "slurp";
  steep.exponent = 1.9;
  steep.ci_low = 1.85;
  steep.ci_high = 1.95;
  steep.flagged = true;
  store::GrowthRow memory = flat;
  memory.name = "ceiling/memory_read/*/cache:as_found/use:none";
  memory.workload = "ceiling";
  memory.strategy = "memory_read";
  memory.role = Role::ceiling;
  result.growth = {memory, flat, steep};
  const std::string text = run_table(result, {});
  EXPECT_LT(at(text, "slurp  "), at(text, "pread/buf:1MiB"));
  EXPECT_LT(at(text, "1.85 .. 1.95"), at(text, "0.98"));
  at(text, "ceiling/memory_read");
  at(text, "642.0 kB");
}

TEST(ShortName, KeepsKnobsOnly) {
  EXPECT_EQ(short_name(row("pread", "1MiB", 1).bench_case), "pread/buf:1MiB");
  EXPECT_EQ(short_name(row("pread", "", 1).bench_case), "pread");
}

}  // namespace
}  // namespace readmark::cli
