// The catalogue's largest datasets, made in memory: minutes, so not part of the ordinary tests.
#include <gtest/gtest.h>

#include "datasets/datasets.hpp"

namespace readmark::datasets {
namespace {

TEST(Large, TheGeneratorMakesWhatTheCatalogueSays) {
  for (const char* name : {"5gb", "50gb"}) {
    const Content made = measure(entry(name).spec);
    EXPECT_TRUE(made.same_totals(entry(name).expected))
        << name << ": longest line " << made.longest_line << ", digest " << made.digest.text();
  }
}

}  // namespace
}  // namespace readmark::datasets
