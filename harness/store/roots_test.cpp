// Roots are inserted once and found again by their content.
#include <gtest/gtest.h>

#include "store/sql.hpp"
#include "store/test_database.hpp"

namespace readmark::store {
namespace {

class Roots : public testing::Test {
 protected:
  TestFolder folder_;
  Store store_ = Store::open(folder_ / "a.db", Access::read_write);
};

TEST_F(Roots, HostByKey) {
  const Key key = test_host_key();
  const Id id = store_.record_host(key, "box");
  EXPECT_EQ(store_.record_host(key, "box"), id);
  EXPECT_NE(store_.record_host(test_host_key("cpu b"), "box"), id);
}

TEST(HostKey, IgnoresOrderSourceAndWhatIsNotThere) {
  const FactRow a{"cpu.model", "x", "/proc/cpuinfo"};
  const FactRow b{"memory.bytes", "1", "/proc/meminfo"};
  const FactRow elsewhere{"cpu.model", "x", "sysctl"};
  const FactRow denied{"dmi.board", "", "/sys", FactStatus::denied};
  const FactRow ab[] = {a, b}, ba[] = {b, elsewhere, denied}, only_a[] = {a};
  EXPECT_EQ(host_key(ab, "l"), host_key(ba, "l"));
  EXPECT_NE(host_key(ab, "l"), host_key(ab, "m"));
  EXPECT_NE(host_key(ab, "l"), host_key(only_a, "l"));
}

TEST(HostKey, NamesAndValuesDoNotRunTogether) {
  const FactRow one[] = {{"ab", "c", ""}}, other[] = {{"a", "bc", ""}};
  EXPECT_NE(host_key(one, ""), host_key(other, ""));
}

// The key is kept in databases that are merged: another value for the same facts would split every
// host.
TEST(HostKey, IsFrozen) {
  const FactRow facts[] = {{"cpu.model", "x", ""}};
  EXPECT_EQ(to_hex(host_key(facts, "label")), "29ceaa20b0324f64376b135908a50ea0");
}

TEST_F(Roots, EnvironmentByHostAndFacts) {
  const Id host = store_.record_host(test_host_key(), "");
  const Id other_host = store_.record_host(test_host_key("cpu b"), "");
  const FactRow a{"kernel", "6.1", "uname"}, b{"governor", "", "/sys", FactStatus::denied};
  const FactRow ab[] = {a, b}, ba[] = {b, a}, changed[] = {{"kernel", "6.2", "uname"}, b};
  const Id id = store_.record_environment(host, ab);
  EXPECT_EQ(store_.record_environment(host, ba), id);
  EXPECT_NE(store_.record_environment(host, changed), id);
  EXPECT_NE(store_.record_environment(other_host, ab), id);

  const auto facts = store_.facts(id);
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts[0].name, "governor");
  EXPECT_EQ(facts[0].status, FactStatus::denied);
  EXPECT_EQ(facts[1].value, "6.1");
  EXPECT_EQ(store_.host(id).key, test_host_key());
}

TEST_F(Roots, BuildByEverything) {
  Build build{"0.1.0", "abc", false, "Release", "GNU 12", "-O3", {{"sqlite", "3.40"}}};
  const Id id = store_.record_build(build);
  EXPECT_EQ(store_.record_build(build), id);
  build.dirty = true;
  const Id dirty = store_.record_build(build);
  EXPECT_NE(dirty, id);
  build.libraries["sqlite"] = "3.46";
  EXPECT_NE(store_.record_build(build), dirty);
  EXPECT_TRUE(store_.build(dirty).dirty);
  EXPECT_EQ(store_.build(id).libraries.at("sqlite"), "3.40");
}

TEST_F(Roots, DatasetByContentNotByName) {
  const Id id = store_.record_dataset(test_dataset("2k"));
  EXPECT_EQ(store_.record_dataset(test_dataset("copy")), id);
  EXPECT_NE(store_.record_dataset(test_dataset("2k", 5)), id);
}

TEST_F(Roots, CaseByNameAndDataset) {
  const Id dataset = store_.record_dataset(test_dataset());
  const Id other = store_.record_dataset(test_dataset("2k", 7));
  const Id id = store_.record_case(test_case(), dataset);
  EXPECT_EQ(store_.record_case(test_case(), dataset), id);
  EXPECT_NE(store_.record_case(test_case(), other), id);
  EXPECT_NE(store_.record_case(test_case("1MiB"), dataset), id);
  EXPECT_NE(store_.record_case(test_case(), std::nullopt), id);
}

TEST_F(Roots, AKnobThatCameLaterIsFilledIn) {
  const TestRun ids = add_test_run(store_);
  Case grown = test_case();
  grown.knobs.set("hint", "none");
  EXPECT_EQ(store_.record_case(grown, ids.dataset), ids.bench_case);
  EXPECT_EQ(store_.plan(ids.run).front().bench_case.knobs, grown.knobs);
}

TEST(Uuid, IsVersion4AndNew) {
  const std::string a = new_uuid();
  EXPECT_EQ(a.size(), 36u);
  EXPECT_EQ(a[14], '4');
  EXPECT_NE(std::string("89ab").find(a[19]), std::string::npos);
  EXPECT_NE(a, new_uuid());
}

TEST(PathHash, IsOfTheAbsoluteNormalPath) {
  const auto here = std::filesystem::current_path();
  EXPECT_EQ(hash_path("a/../b"), hash_path(here / "b"));
  EXPECT_NE(hash_path("a"), hash_path("b"));
  EXPECT_EQ(hash_path("a").size(), 32u);
}

}  // namespace
}  // namespace readmark::store
