// What is recorded of a machine, and how machines are told apart.
#include "os/facts.hpp"

#include <algorithm>
#include <set>

#include "os/test_support.hpp"

namespace readmark::os {
namespace {

Fact fact(const char* name, const char* value, bool stable,
          Fact::Status status = Fact::Status::ok) {
  return {name, value, "test", status, stable};
}

TEST(HostKey, DependsOnStableFactsAndTheLabelOnly) {
  const std::vector<Fact> facts{fact("cpu.model", "X", true), fact("kernel.release", "6", false)};
  const std::string key = host_key(facts, "");
  EXPECT_EQ(key.size(), 32U);
  EXPECT_EQ(key.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(
      host_key(std::vector{fact("cpu.model", "X", true), fact("kernel.release", "7", false)}, ""),
      key);
  EXPECT_NE(host_key(std::vector{fact("cpu.model", "Y", true)}, ""), key);
  EXPECT_NE(host_key(facts, "left one"), key);
}

TEST(HostKey, DoesNotDependOnTheOrderOrOnWhatIsAbsent) {
  const Fact cpu = fact("cpu.model", "X", true), memory = fact("memory.gib", "16", true);
  const Fact absent = fact("dmi.product", "", true, Fact::Status::absent);
  EXPECT_EQ(host_key(std::vector{cpu, memory}, ""), host_key(std::vector{memory, absent, cpu}, ""));
  EXPECT_NE(host_key(std::vector{fact("a", "bc", true)}, ""),
            host_key(std::vector{fact("ab", "c", true)}, ""));
}

TEST(Hashed, HidesAndDistinguishes) {
  EXPECT_EQ(hashed("serial").size(), 17U);
  EXPECT_EQ(hashed("serial"), hashed("serial"));
  EXPECT_NE(hashed("serial"), hashed("serial2"));
}

void expect_well_formed(const std::vector<Fact>& facts) {
  std::set<std::string> names;
  for (const Fact& one : facts) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name << " twice";
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_EQ(one.value.empty(), one.status != Fact::Status::ok) << one.name;
    EXPECT_EQ(one.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_."),
              std::string::npos)
        << one.name;
  }
}

TEST(HostFacts, AreWellFormedAndNameTheHardware) {
  const std::vector<Fact> facts = host_facts();
  expect_well_formed(facts);
  for (const char* name :
       {"cpu.model", "cpu.logical", "memory.bytes", "memory.gib", "kernel.release"}) {
    EXPECT_TRUE(std::any_of(facts.begin(), facts.end(), [&](const Fact& f) {
      return f.name == name;
    })) << name;
  }
  for (const Fact& one : facts) {
    const bool soft = one.name.starts_with("kernel.release") || one.name.starts_with("host.") ||
                      one.name.starts_with("user.");
    EXPECT_FALSE(one.stable && soft) << one.name;
  }
}

TEST(HostFacts, AreTheSameTheSecondTime) {
  EXPECT_EQ(host_key(host_facts(), ""), host_key(host_facts(), ""));
}

TEST(StorageFacts, NameTheFilesystem) {
  const test::TempFolder folder;
  const std::vector<Fact> facts = storage_facts(folder.path() / "not" / "yet");
  expect_well_formed(facts);
  const auto type = std::find_if(facts.begin(), facts.end(),
                                 [](const Fact& f) { return f.name == "filesystem.type"; });
  ASSERT_NE(type, facts.end());
  EXPECT_EQ(type->status, Fact::Status::ok);
}

TEST(Abilities, SayYesOrWhyNotAndLeaveNothingBehind) {
  const test::TempFolder folder;
  const std::vector<Fact> found = abilities(folder.path());
  for (const char* name : {"cold", "direct", "residency", "device_bytes", "drop_caches"}) {
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [&](const Fact& f) {
      return f.name == name;
    })) << name;
  }
  for (const Fact& one : found) {
    EXPECT_TRUE(one.value == "yes" || (one.value.starts_with("no: ") && one.value.size() > 6))
        << one.name << ": " << one.value;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Disturbances, AreSentencesWithAWayOut) {
  for (const std::string& sentence : disturbances())
    EXPECT_NE(sentence.find(';'), std::string::npos) << sentence;
}

}  // namespace
}  // namespace readmark::os
