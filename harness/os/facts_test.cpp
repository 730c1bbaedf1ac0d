// What is recorded of a machine, its storage and what can be done there.
#include "os/facts.hpp"

#include <algorithm>
#include <set>

#include "os/test_support.hpp"

namespace readmark::os {
namespace {

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

TEST(HostFacts, ThatAreStableAreTheSameTheSecondTime) {
  const auto stable = [] {
    std::vector<std::string> found;
    for (const Fact& one : host_facts()) {
      if (one.stable) found.push_back(one.name + "=" + one.value);
    }
    return found;
  };
  EXPECT_FALSE(stable().empty());
  EXPECT_EQ(stable(), stable());
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
