// Every strategy hands every byte to the consumers once, whatever the size of file and buffer.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "benchmarks/shared/testing.hpp"
#include "benchmarks/strategies.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

using testing_support::make_dataset;
using testing_support::naive_checksum;
using testing_support::naive_decoding;
using testing_support::some_crlf_text;
using testing_support::some_text;
using testing_support::TemporaryFolder;

constexpr std::size_t kMiB = 1 << 20;
constexpr std::size_t kFileSizes[] = {1,    63,       64,   65,       4095,         4096,
                                      4097, kMiB - 1, kMiB, kMiB + 1, 3 * kMiB + 17};
constexpr std::string_view kBuffers[] = {"4KiB", "5000B", "64KiB", "1MiB", "4MiB"};

/// Values that make a difference, per knob.
std::vector<std::string> values_of(const KnobSpec& spec) {
  if (spec.key == "buf" || spec.key == "block") return {std::begin(kBuffers), std::end(kBuffers)};
  if (spec.key == "threads") return {"1", "2", "3", "4"};
  if (spec.key == "mem") return {"1MiB"};
  if (spec.key == "window") return {"64KiB", "1MiB"};
  if (spec.key == "count") return {"1", "3"};
  if (spec.key == "depth") return {"1", "3", "64"};
  if (spec.kind == KnobKind::flag) return {"off", "on"};
  return {spec.choices.begin(), spec.choices.end()};
}

std::vector<Knobs> all_knobs(const Strategy& strategy) {
  std::vector<Knobs> all(1);
  for (const KnobSpec& spec : strategy.knobs()) {
    std::vector<Knobs> longer;
    for (const Knobs& knobs : all) {
      for (const std::string& value : values_of(spec)) {
        longer.push_back(knobs);
        longer.back().set(std::string(spec.key), value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::string text_of(const Knobs& knobs) {
  std::string text;
  for (const auto& [key, value] : knobs.values()) text += " " + key + ":" + value;
  return text;
}

/// Unit costs that make their own work: so much memory, so many calls.
bool reads_no_dataset(const Strategy& strategy) {
  return strategy.role() == Role::ceiling &&
         std::ranges::any_of(strategy.knobs(), [](const KnobSpec& spec) {
           return spec.key == "size" || spec.key == "count";
         });
}

/// Whatever reads a file: subjects, device ceilings, the file canary.
std::vector<const StrategyRow*> readers(const StrategyTable& table) {
  std::vector<const StrategyRow*> rows;
  for (const StrategyRow& row : table.rows()) {
    if (row.make == nullptr || row.make().role() == Role::control) continue;
    if (row.name.starts_with("memory_") || reads_no_dataset(row.make())) continue;
    rows.push_back(&row);
  }
  return rows;
}

/// Of workload read just the name.
std::string test_name(const StrategyRow& row) {
  const std::string name(row.name);
  return row.workload == "read" ? name : std::string(row.workload) + "_" + name;
}

constexpr Use kUses[] = {Use::touch, Use::sum, Use::newlines, Use::digest};

/// What a naive reader finds in a file, decoded as a text mode does or as it is.
struct Expected {
  std::uint64_t bytes = 0;
  std::map<Use, Checksum> checksums;
};

/// A file, and what is expected of it by decoding.
class Known {
 public:
  Known(const std::filesystem::path& path, std::vector<std::byte> content)
      : dataset(make_dataset(path, content)), content_(std::move(content)) {}

  const Expected& expected(std::string_view decoded) {
    const auto [found, made] = expected_.try_emplace(decoded);
    if (!made) return found->second;
    const std::vector<std::byte> content = naive_decoding(decoded, content_);
    found->second.bytes = content.size();
    for (const Use use : kUses) found->second.checksums[use] = naive_checksum(use, content);
    return found->second;
  }

  const Dataset dataset;

 private:
  std::vector<std::byte> content_;
  std::map<std::string_view, Expected> expected_;
};

void expect_every_byte(const StrategyRow& row, Known& binary, Known& text) {
  const Strategy& strategy = row.make();
  for (const Knobs& knobs : all_knobs(strategy)) {
    const std::string_view decoded = strategy.decoded(knobs);
    Known& known = decoded.empty() ? binary : text;
    const Dataset& dataset = known.dataset;
    if (!strategy.support(dataset, knobs).yes) continue;
    const Expected& expected = known.expected(decoded);
    const auto reader = strategy.reader(dataset, knobs);
    reader->poison(std::byte{0xA5});
    for (const Use use : kUses) {
      Consumers consumers(use, strategy.threads(knobs));
      bool released = false;
      consumers.on_release([&] { released = true; });
      const Pass pass = reader->pass(consumers);
      const std::string where =
          std::string(row.name) + text_of(knobs) + " of " + std::to_string(dataset.bytes);
      ASSERT_FALSE(pass.error) << where << ": " << pass.call << " " << pass.error.message();
      ASSERT_EQ(pass.bytes, expected.bytes) << where;
      ASSERT_EQ(consumers.bytes(), expected.bytes) << where;
      ASSERT_EQ(consumers.checksum(), expected.checksums.at(use)) << where << " " << to_text(use);
      ASSERT_TRUE(released) << where;
    }
  }
}

class EveryByte : public testing::TestWithParam<std::string> {};

TEST_P(EveryByte, ReachesTheConsumersOnce) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  for (const StrategyRow* row : readers(table)) {
    if (test_name(*row) != GetParam()) continue;
    for (const std::size_t size : kFileSizes) {
      Known binary(folder.path() / "data", some_text(size));
      Known text(folder.path() / "text", some_crlf_text(size));
      expect_every_byte(*row, binary, text);
    }
  }
}

std::vector<std::string> reader_names() {
  std::vector<std::string> names;
  const StrategyTable table = all_strategies();
  for (const StrategyRow* row : readers(table)) names.push_back(test_name(*row));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Strategies, EveryByte, testing::ValuesIn(reader_names()),
                         [](const auto& the_test) { return the_test.param; });

TEST(Strategies, PassesCanBeRepeated) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  const std::vector<std::byte> content = some_text(300'000);
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  for (const StrategyRow* row : readers(table)) {
    const Strategy& strategy = row->make();
    const Knobs knobs = complete(strategy.knobs(), {}, row->name);
    if (!strategy.support(dataset, knobs).yes) continue;
    const std::vector<std::byte> expected = naive_decoding(strategy.decoded(knobs), content);
    const auto reader = strategy.reader(dataset, knobs);
    Consumers consumers(Use::sum, strategy.threads(knobs));
    for (int i = 0; i < 3; ++i) {
      consumers.reset();
      EXPECT_EQ(reader->pass(consumers).bytes, expected.size()) << row->name;
      EXPECT_EQ(consumers.checksum(), naive_checksum(Use::sum, expected)) << row->name;
    }
  }
}

TEST(Strategies, AFileThatIsNotThereIsAnErrorWithItsCall) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  Dataset dataset;
  dataset.kind = "file";
  dataset.path = folder.path() / "missing";
  dataset.bytes = 10;
  for (const StrategyRow* row : readers(table)) {
    const Strategy& strategy = row->make();
    const Knobs knobs = complete(strategy.knobs(), {}, row->name);
    if (!strategy.support(dataset, knobs).yes) continue;
    Consumers consumers(Use::touch, 1);
    const Pass pass = strategy.reader(dataset, knobs)->pass(consumers);
    EXPECT_TRUE(pass.error) << row->name;
    EXPECT_STRNE(pass.call, "") << row->name;
    EXPECT_EQ(pass.error, std::errc::no_such_file_or_directory) << row->name;
  }
}

TEST(Strategies, AShorterFileIsNotClaimedToBeWhole) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  const std::vector<std::byte> content = some_crlf_text(200'000);
  for (const StrategyRow* row : readers(table)) {
    Dataset dataset = make_dataset(folder.path() / "data", content);
    const Strategy& strategy = row->make();
    const Knobs knobs = complete(strategy.knobs(), {}, row->name);
    if (!strategy.support(dataset, knobs).yes) continue;
    const auto reader = strategy.reader(dataset, knobs);
    std::filesystem::resize_file(dataset.path, 100'000);
    Consumers consumers(Use::touch, 1);
    const Pass pass = reader->pass(consumers);
    const std::vector<std::byte> left(content.begin(), content.begin() + 100'000);
    const std::size_t expected = naive_decoding(strategy.decoded(knobs), left).size();
    EXPECT_EQ(pass.bytes, expected) << row->name;
    EXPECT_EQ(consumers.bytes(), expected) << row->name;
  }
}

/// Either nothing reaches the consumers, or it is no byte that was ever written.
TEST(Strategies, ControlsClaimEverythingAndReadNothing) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  const Dataset dataset = make_dataset(folder.path() / "data", some_text(10'000));
  int controls = 0;
  for (const StrategyRow& row : table.rows()) {
    if (row.make == nullptr || row.make().role() != Role::control) continue;
    ++controls;
    Consumers consumers(Use::touch, 1);
    const auto reader = row.make().reader(dataset, {});
    EXPECT_EQ(reader->pass(consumers).bytes, dataset.bytes) << row.name;
    if (row.name.ends_with("_file")) {
      EXPECT_EQ(reader->effective().front().first, "unwritten") << row.name;
    } else {
      EXPECT_EQ(consumers.bytes(), 0U) << row.name;
    }
  }
  EXPECT_GE(controls, 1);
}

TEST(Strategies, MemoryCeilingsClaimTheMemory) {
  const StrategyTable table = all_strategies();
  for (const StrategyRow& row : table.rows()) {
    if (row.make == nullptr || !row.name.starts_with("memory_")) continue;
    for (const Knobs& some : all_knobs(row.make())) {
      Consumers consumers(Use::none, 4);
      EXPECT_EQ(row.make().reader({}, some)->pass(consumers).bytes, kMiB) << row.name;
    }
  }
}

TEST(Strategies, UnitCostsDoWhatTheirKnobSays) {
  const StrategyTable table = all_strategies();
  Knobs size;
  size.set("size", "1MiB");
  Knobs count;
  count.set("count", "100");
  for (int i = 0; i < 2; ++i) {
    Consumers consumers(Use::none, 1);
    EXPECT_EQ(table.get("ceiling", "first_touch").reader({}, size)->pass(consumers).bytes, kMiB);
    EXPECT_EQ(table.get("ceiling", "small_read").reader({}, count)->pass(consumers).bytes, 100U);
  }
}

TEST(Strategies, NoneIsAllowedOnlyWhereBytesAreCopied) {
  const StrategyTable table = all_strategies();
  for (const StrategyRow& row : table.rows()) {
    if (row.make == nullptr) continue;
    const bool in_place = row.name.starts_with("mmap") || row.name.starts_with("win_mapview") ||
                          row.make().role() == Role::control;
    EXPECT_EQ(row.make().copies(), !in_place) << row.name;
  }
}

TEST(Whole, RefusesTextThatIsNotUtf8) {
  const TemporaryFolder folder;
  const StrategyTable table = all_strategies();
  std::vector<std::byte> content = some_text(10'000);
  content[9'000] = std::byte{0xFF};
  const Dataset dataset = make_dataset(folder.path() / "data", content);
  const Strategy& whole = table.get("read", "whole");
  for (const std::string alloc : {"fresh", "reused"}) {
    Knobs knobs;
    knobs.set("alloc", alloc);
    knobs.set("text", "on");
    Consumers consumers(Use::touch, 1);
    const Pass pass = whole.reader(dataset, knobs)->pass(consumers);
    EXPECT_EQ(pass.error, std::errc::illegal_byte_sequence);
    EXPECT_STREQ(pass.call, "validate as UTF-8");
  }
}

TEST(Whole, RefusesAFileThatMemoryCannotHold) {
  Dataset dataset;
  dataset.bytes = std::uint64_t{1} << 60;
  const StrategyTable table = all_strategies();
  const Support support = table.get("read", "whole").support(dataset, {});
  EXPECT_FALSE(support.yes);
  EXPECT_NE(support.reason.find("memory"), std::string::npos);
}

}  // namespace
}  // namespace readmark
