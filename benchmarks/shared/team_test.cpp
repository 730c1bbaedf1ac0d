// A team does each job once per worker; parts of a file fit together.
#include "benchmarks/shared/team.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>

#include "benchmarks/shared/ranges.hpp"

namespace readmark {
namespace {

TEST(Team, CallsEachWorkerOncePerJob) {
  for (unsigned size = 1; size <= 4; ++size) {
    Team team(size);
    ASSERT_EQ(team.size(), size);
    for (int job = 0; job < 100; ++job) {
      std::array<std::atomic<int>, 4> calls{};
      auto work = [&](unsigned worker) noexcept { ++calls.at(worker); };
      team.run(work);
      for (unsigned worker = 0; worker < 4; ++worker)
        EXPECT_EQ(calls.at(worker), worker < size ? 1 : 0);
    }
  }
}

TEST(Ranges, CoverTheFileWithoutGapsAtMultiplesOfTheUnit) {
  for (const std::uint64_t bytes :
       std::initializer_list<std::uint64_t>{0, 1, 63, 64, 65, 4096, 1'000'001}) {
    for (const std::uint64_t unit : std::initializer_list<std::uint64_t>{1, 64, 4096}) {
      for (unsigned count = 1; count <= 5; ++count) {
        std::uint64_t at = 0;
        for (unsigned i = 0; i < count; ++i) {
          const Range range = part_of(bytes, i, count, unit);
          EXPECT_EQ(range.begin, at);
          EXPECT_GE(range.end, range.begin);
          if (range.begin < bytes) {
            EXPECT_EQ(range.begin % unit, 0U);
          }
          at = range.end;
        }
        EXPECT_EQ(at, bytes) << unit << " " << count;
      }
    }
  }
}

TEST(Ranges, DifferByAtMostOneUnit) {
  for (unsigned i = 0; i < 4; ++i) {
    const Range range = part_of(10 * 4096, i, 4, 4096);
    EXPECT_EQ(range.end - range.begin, (i < 2 ? 3U : 2U) * 4096);
  }
}

}  // namespace
}  // namespace readmark
