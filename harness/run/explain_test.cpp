// The split of a pass into parts, by figures that can be added up by hand.
#include "run/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace readmark::run {
namespace {

// 100 MB: a copy takes 10 ms, reading 5 ms, the device 50 ms; a fault 500 ns or 250 ns, a call 200
// ns.
UnitCosts all_costs() {
  return {.copy_gb_per_s = 10,
          .read_gb_per_s = 20,
          .device_gb_per_s = 2,
          .first_touch = OperationCost{.ns = 500},
          .mapped_fault = OperationCost{.ns = 250},
          .call = OperationCost{.ns = 200}};
}

CaseFigures copied() {
  return {.wall_ns = 40e6,
          .user_ns = 6e6,
          .sys_ns = 30e6,
          .bytes = 100'000'000,
          .how = Bytes::copied,
          .minor_faults = 20'000,
          .major_faults = 0,
          .calls = 1000,
          .ctx_vol = 3,
          .ctx_inv = 2,
          .device_bytes = 0};
}

const Part& part(const Explanation& explanation, std::string_view name) {
  for (const Part& part : explanation.parts) {
    if (part.name == name) return part;
  }
  ADD_FAILURE() << "no part " << name;
  static const Part none;
  return none;
}

bool has(const Explanation& explanation, std::string_view name) {
  return std::ranges::any_of(explanation.parts, [&](const Part& p) { return p.name == name; });
}

double sum(const Explanation& explanation) {
  double all = explanation.unexplained_ns;
  for (const Part& part : explanation.parts) all += part.ns.value_or(0);
  return all;
}

// user 6 + copy 10 + faults 10 + calls 0.2 + waiting 4 = 30.2; 9.8 ms of the 40 are left.
TEST(Explain, CopiedBytes) {
  const Explanation e = explain(copied(), all_costs());
  EXPECT_DOUBLE_EQ(*part(e, "user").ns, 6e6);
  EXPECT_DOUBLE_EQ(*part(e, "copy").ns, 10e6);
  EXPECT_DOUBLE_EQ(*part(e, "first_touch").ns, 10e6);
  EXPECT_DOUBLE_EQ(*part(e, "calls").ns, 200e3);
  EXPECT_DOUBLE_EQ(*part(e, "waiting").ns, 4e6);
  EXPECT_NEAR(e.unexplained_ns, 9.8e6, 1);
  EXPECT_FALSE(has(e, "device"));
  EXPECT_FALSE(has(e, "mapped_faults"));
  EXPECT_NE(part(e, "waiting").basis.find("3 voluntary and 2 forced"), std::string::npos);
  EXPECT_NE(part(e, "user").basis.find("5.00 ms at best"), std::string::npos);
}

// A fifth of the 10 ms of the faults is in the 6 ms of user time: it is told once.
TEST(Explain, TheUserTimeOfFaultsStandsWithTheFaults) {
  UnitCosts costs = all_costs();
  costs.first_touch->user_share = 0.2;
  const Explanation e = explain(copied(), costs);
  EXPECT_EQ(e.parts.front().name, "user");
  EXPECT_DOUBLE_EQ(*part(e, "user").ns, 4e6);
  EXPECT_NE(part(e, "user").basis.find("2.00 ms more"), std::string::npos);
  EXPECT_DOUBLE_EQ(*part(e, "first_touch").ns, 10e6);
  EXPECT_NEAR(sum(e), 40e6, 1);

  costs.first_touch->user_share = 1;  // more than there is
  EXPECT_DOUBLE_EQ(*part(explain(copied(), costs), "user").ns, 0);
}

TEST(Explain, MappedBytesAreNotCopiedAndTheirFaultsCostLess) {
  CaseFigures f = copied();
  f.how = Bytes::in_place;
  const Explanation e = explain(f, all_costs());
  EXPECT_FALSE(has(e, "copy"));
  EXPECT_FALSE(has(e, "first_touch"));
  EXPECT_DOUBLE_EQ(*part(e, "mapped_faults").ns, 5e6);
}

TEST(Explain, DirectBytesAreNotCopiedByTheProcessor) {
  CaseFigures f = copied();
  f.how = Bytes::direct;
  const Explanation e = explain(f, all_costs());
  EXPECT_FALSE(has(e, "copy"));
  EXPECT_TRUE(has(e, "first_touch"));
}

// Of the 50 ms that the device needs at its best 44 ms were waited for; nothing else was waited
// for.
TEST(Explain, ADeviceThatWorksWhileProcessorsDo) {
  CaseFigures f = copied();
  f.wall_ns = 80e6;
  f.device_bytes = 100e6;
  const Explanation e = explain(f, all_costs());
  EXPECT_DOUBLE_EQ(*part(e, "device").ns, 44e6);
  EXPECT_DOUBLE_EQ(*part(e, "waiting").ns, 0);
  EXPECT_NE(part(e, "device").basis.find("6.00 ms of them while processors worked"),
            std::string::npos)
      << part(e, "device").basis;
}

TEST(Explain, ADeviceBelowItsBestIsOtherWaiting) {
  CaseFigures f = copied();
  f.wall_ns = 100e6;
  f.device_bytes = 100e6;
  const Explanation e = explain(f, all_costs());
  EXPECT_DOUBLE_EQ(*part(e, "device").ns, 50e6);
  EXPECT_DOUBLE_EQ(*part(e, "waiting").ns, 14e6);
}

// 36 ms of CPU time in 18 ms: two processors, so that every part of it counts half.
TEST(Explain, ThreadsAtOnceShareTheWallTime) {
  CaseFigures f = copied();
  f.wall_ns = 18e6;
  const Explanation e = explain(f, all_costs());
  EXPECT_DOUBLE_EQ(*part(e, "user").ns, 3e6);
  EXPECT_DOUBLE_EQ(*part(e, "copy").ns, 5e6);
  EXPECT_DOUBLE_EQ(*part(e, "waiting").ns, 0);
  EXPECT_NE(part(e, "copy").basis.find("2.0 processors at once"), std::string::npos);
  EXPECT_NEAR(sum(e), 18e6, 1);
}

TEST(Explain, WithoutUnitCostsItSaysWhatItCannotSplit) {
  CaseFigures f = copied();
  f.device_bytes = 100e6;
  const Explanation e = explain(f, {});
  for (const char* name : {"copy", "first_touch", "calls", "device"}) {
    EXPECT_FALSE(part(e, name).ns) << name;
    EXPECT_NE(part(e, name).basis.find("not"), std::string::npos) << part(e, name).basis;
  }
  EXPECT_NE(part(e, "first_touch").basis.find("20000 page faults"), std::string::npos);
  EXPECT_DOUBLE_EQ(*part(e, "user").ns, 6e6);
  EXPECT_DOUBLE_EQ(*part(e, "waiting").ns, 4e6);
  EXPECT_DOUBLE_EQ(e.unexplained_ns, 30e6);  // the system time
}

TEST(Explain, ARunThatDoesNotTellHowTheBytesCame) {
  CaseFigures f = copied();
  f.how = Bytes::unknown;
  const Explanation e = explain(f, all_costs());
  EXPECT_FALSE(part(e, "copy").ns);
  EXPECT_FALSE(part(e, "first_touch").ns);
}

TEST(Explain, WhatTheSystemDoesNotCountIsLeftOut) {
  CaseFigures f = copied();
  f.minor_faults = f.calls = f.ctx_vol = f.ctx_inv = f.device_bytes = std::nullopt;
  const Explanation e = explain(f, all_costs());
  EXPECT_EQ(e.parts.size(), 3u);  // user, copy, waiting
}

TEST(Explain, PartsThatAddUpToMoreAreNotHidden) {
  CaseFigures f = copied();
  f.minor_faults = 80'000;
  const Explanation e = explain(f, all_costs());
  EXPECT_NEAR(e.unexplained_ns, -20.2e6, 1);
  EXPECT_NEAR(sum(e), 40e6, 1);
}

// 20 000 faults of 500 ns make 10 of the 14 ms; 1 ms is user time, 3 nobody explains.
TEST(Difference, WhatTheSlowerTakesLongerFor) {
  CaseFigures slow = copied();
  CaseFigures fast = copied();
  fast.wall_ns = 26e6;
  fast.user_ns = 5e6;
  fast.sys_ns = 17e6;
  fast.minor_faults = 0;
  const Difference d =
      difference(slow, explain(slow, all_costs()), fast, explain(fast, all_costs()));
  EXPECT_DOUBLE_EQ(d.ns, 14e6);
  ASSERT_FALSE(d.parts.empty());
  EXPECT_EQ(d.parts[0].name, "first_touch");
  EXPECT_DOUBLE_EQ(*d.parts[0].ns, 10e6);
  EXPECT_EQ(d.parts[1].name, "user");
  EXPECT_DOUBLE_EQ(*d.parts[1].ns, 1e6);
  EXPECT_NEAR(d.unexplained_ns, 3e6, 1);
}

// What only the faster one has counts against the difference; what cannot be told stays untold.
TEST(Difference, PartsOfOneSideOnly) {
  CaseFigures mapped = copied();
  mapped.how = Bytes::in_place;
  mapped.wall_ns = 50e6;
  const Difference d =
      difference(mapped, explain(mapped, all_costs()), copied(), explain(copied(), all_costs()));
  const auto of = [&](std::string_view name) {
    return std::ranges::find_if(d.parts, [&](const Part& p) { return p.name == name; })->ns;
  };
  EXPECT_DOUBLE_EQ(*of("copy"), -10e6);
  EXPECT_DOUBLE_EQ(*of("mapped_faults"), 5e6);
  EXPECT_DOUBLE_EQ(*of("first_touch"), -10e6);
  EXPECT_DOUBLE_EQ(*of("waiting"), 10e6);
  const Difference untold =
      difference(mapped, explain(mapped, {}), copied(), explain(copied(), {}));
  EXPECT_TRUE(std::ranges::any_of(untold.parts, [](const Part& p) { return !p.ns; }));
}

TEST(PartTitle, EveryPartHasOne) {
  EXPECT_EQ(part_title("first_touch"), "first touch of memory");
  EXPECT_EQ(part_title("waiting"), "other waiting");
}

}  // namespace
}  // namespace readmark::run
