#include <gtest/gtest.h>

#include "core/error.hpp"
#include "os/affinity.hpp"

namespace readmark::os {
namespace {

TEST(CpuList, ReadsNumbersAndRanges) {
  EXPECT_EQ(parse_cpu_list("0,2-4"), (std::vector<unsigned>{0, 2, 3, 4}));
  EXPECT_EQ(parse_cpu_list("7"), (std::vector<unsigned>{7}));
}

TEST(CpuList, RefusesWhatIsNone) {
  for (const char* text : {"", "a", "1,", "3-1", "1-2-3", "-1", "99999"})
    EXPECT_THROW(parse_cpu_list(text), UsageError) << text;
}

}  // namespace
}  // namespace readmark::os
