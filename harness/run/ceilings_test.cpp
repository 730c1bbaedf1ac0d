#include "run/ceilings.hpp"

#include <gtest/gtest.h>

namespace readmark::run {
namespace {

CeilingCase memory(const char* size, std::vector<double> figures) {
  CeilingCase ceiling;
  ceiling.bench_case.knobs.set("mem", size);
  ceiling.gb_per_s = std::move(figures);
  return ceiling;
}

CeilingCase device(std::vector<double> figures) {
  CeilingCase ceiling;
  ceiling.bench_case.cache = Cache::cold;
  ceiling.bench_case.knobs.set("block", "1MiB");
  ceiling.gb_per_s = std::move(figures);
  return ceiling;
}

TEST(Ceilings, AUnitCostBoundsNothing) {
  CeilingCase unit_cost;
  unit_cost.bench_case.knobs.set("count", "10000");
  unit_cost.gb_per_s = {1000};
  const Ceilings ceilings({unit_cost});
  EXPECT_EQ(ceilings.of(Cache::cold, 1 << 20), std::nullopt);
  EXPECT_EQ(ceilings.of(Cache::warm, 1 << 20), std::nullopt);
}

TEST(Ceilings, MemoryIsTheBestMedianAtTheFilesSize) {
  const Ceilings ceilings(
      {memory("1MiB", {10, 30, 20}), memory("1MiB", {25, 25, 25}), memory("2MiB", {5})});
  EXPECT_EQ(ceilings.of(Cache::warm, 1 << 20), 25);
  EXPECT_EQ(ceilings.of(Cache::as_found, 2 << 20), 5);
  EXPECT_EQ(ceilings.of(Cache::warm, 3 << 20), 5);  // the next smaller size
  EXPECT_EQ(ceilings.of(Cache::warm, 1000), std::nullopt);
}

TEST(Ceilings, DeviceIsTheBestUpperQuartile) {
  const Ceilings ceilings({device({1, 1, 1, 1, 3}), device({2, 2, 2, 2, 2}), device({})});
  EXPECT_EQ(ceilings.of(Cache::cold, 12345), 2);
  EXPECT_EQ(ceilings.of(Cache::warm, 12345), std::nullopt);
}

TEST(Ceilings, OfARunWithoutAreUnknown) {
  EXPECT_EQ(Ceilings({}).of(Cache::cold, 1), std::nullopt);
}

}  // namespace
}  // namespace readmark::run
