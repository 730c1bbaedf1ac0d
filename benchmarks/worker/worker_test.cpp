// The worker's answers, with strategies of the test's own.
#include "benchmarks/worker/worker.hpp"

#include <gmock/gmock.h>

#include "benchmarks/shared/testing.hpp"
#include "benchmarks/strategies.hpp"

namespace readmark {
namespace {

using namespace protocol;
using testing::AllOf;
using testing::HasSubstr;
using testing_support::make_dataset;
using testing_support::some_text;
using testing_support::TemporaryFolder;

constexpr std::size_t kBytes = 2'000'000;

/// Claims and consumes what it is told to; what it hands over changes from pass to pass if asked.
struct Behaviour {
  std::uint64_t claimed = kBytes;
  std::uint64_t consumed = kBytes;
  bool changes = false;
  bool fails = false;
  bool throws = false;
  std::string_view decoded = {};
};
Behaviour behaviour;

class ToldReader final : public Reader {
 public:
  explicit ToldReader(const Dataset& dataset) : content_(some_text(dataset.bytes)) {
    if (behaviour.throws) throw std::runtime_error("there is no memory for it");
  }
  Pass pass(Consumers& consumers) noexcept override {
    if (behaviour.changes) content_[0] ^= std::byte{1};
    consumers[0].consume(std::span(content_).first(behaviour.consumed), 0);
    consumers.before_release();
    Pass pass{.bytes = behaviour.claimed, .error = {}};
    if (behaviour.fails) {
      pass.call = "read";
      pass.error = std::make_error_code(std::errc::io_error);
    }
    return pass;
  }
  std::vector<std::pair<std::string, std::string>> effective() const override {
    return {{"told", "yes"}};
  }

 private:
  std::vector<std::byte> content_;
};

class Told final : public Strategy {
 public:
  std::string_view summary() const override { return "does as it is told"; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return true; }
  std::string_view decoded(const Knobs&) const override { return behaviour.decoded; }
  Support support(const Dataset& dataset, const Knobs&) const override {
    return dataset.name == "refused" ? Support::no("not this one; take another", 95) : Support{};
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<ToldReader>(dataset);
  }
};

const Strategy& told() {
  static const Told strategy;
  return strategy;
}

class Worker : public testing::Test {
 protected:
  void SetUp() override {
    behaviour = {};
    data_ = make_dataset(folder_.path() / "data", some_text(kBytes));
    case_.name = "read/told/data/cache:as_found/use:sum";
    case_.workload = "read";
    case_.strategy = "told";
    case_.data = "data";
    case_.cache = Cache::as_found;
    case_.use = Use::sum;
  }

  void ask(const Request& request) { ask_line(to_line(request)); }

  void ask_line(const std::string& line) {
    const StrategyTable table({{"read", "told", "", &told}, {"read", "absent", "Plan9", nullptr}});
    replies_.clear();
    // Through text and back, as between the processes.
    exit_code_ = answer(
        line, table, [&](const Reply& reply) { replies_.push_back(parse_reply(to_line(reply))); });
  }

  template <typename T>
  std::vector<T> all() const {
    std::vector<T> found;
    for (const Reply& reply : replies_) {
      if (const T* const one = std::get_if<T>(&reply)) found.push_back(*one);
    }
    return found;
  }

  End end() const {
    return all<End>().empty() ? End{Status::crashed, "no end", {}, {}, {}} : all<End>().front();
  }

  TemporaryFolder folder_;
  Dataset data_;
  Case case_;
  std::vector<Reply> replies_;
  int exit_code_ = -1;
};

TEST_F(Worker, MeasuresEachIteration) {
  ask(Measure{case_, data_, 3, 1, false});
  const auto samples = all<SampleLine>();
  ASSERT_EQ(samples.size(), 3U);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const Sample& sample = samples[i].sample;
    EXPECT_EQ(sample.iteration, i);
    EXPECT_EQ(sample.bytes, kBytes);
    EXPECT_EQ(sample.claimed_bytes, kBytes);
    EXPECT_GT(sample.wall_ns, 0);
    EXPECT_EQ(sample.cache_method, "none");
  }
  EXPECT_EQ(end().status, Status::ok) << end().reason;
  EXPECT_EQ(end().checksum.size(), 32U);
  EXPECT_EQ(end().effective.at("told"), "yes");
  EXPECT_EQ(exit_code_, 0);
}

TEST_F(Worker, TheEndComesLast) {
  ask(Measure{case_, data_, 1, 0, false});
  ASSERT_FALSE(replies_.empty());
  EXPECT_TRUE(std::holds_alternative<End>(replies_.back()));
}

TEST_F(Worker, BytesThatDidNotReachTheConsumerAreWrong) {
  behaviour.consumed = kBytes - 1;
  ask(Measure{case_, data_, 3, 0, false});
  EXPECT_EQ(end().status, Status::wrong);
  EXPECT_THAT(end().reason, AllOf(HasSubstr("1999999 of 2000000"), HasSubstr("claims 2000000")));
  EXPECT_TRUE(all<SampleLine>().empty());
}

TEST_F(Worker, FewerBytesAreNoFaultOfATextModeThatSaysSo) {
  behaviour.claimed = behaviour.consumed = kBytes - 1;
  behaviour.decoded = "crlf, ctrl-z";
  ask(Measure{case_, data_, 1, 0, false});
  EXPECT_EQ(end().status, Status::ok) << end().reason;
  EXPECT_EQ(end().effective.at("decoded"), "crlf, ctrl-z");
  ASSERT_EQ(all<SampleLine>().size(), 1U);
  EXPECT_EQ(all<SampleLine>().front().sample.bytes, kBytes - 1);
  ask(Verify{case_, data_});
  EXPECT_EQ(end().status, Status::ok) << end().reason;
  EXPECT_EQ(end().effective.at("decoded"), "crlf, ctrl-z") << "the parent verifies too";

  behaviour.claimed = kBytes;
  ask(Measure{case_, data_, 1, 0, false});
  EXPECT_EQ(end().status, Status::wrong) << "claims more than it handed over";
  behaviour.consumed = kBytes;
  behaviour.changes = true;
  ask(Verify{case_, data_});
  EXPECT_EQ(end().status, Status::wrong) << "as many bytes as the file has, but others";
}

TEST_F(Worker, AWrongClaimIsWrong) {
  behaviour.claimed = kBytes + 1;
  ask(Measure{case_, data_, 1, 0, false});
  EXPECT_EQ(end().status, Status::wrong);
}

TEST_F(Worker, AChecksumThatChangesIsWrongAndKeepsWhatWasMeasured) {
  behaviour.changes = true;
  ask(Measure{case_, data_, 3, 0, false});
  EXPECT_EQ(end().status, Status::wrong);
  EXPECT_THAT(end().reason, HasSubstr("checksum differs"));
  EXPECT_EQ(all<SampleLine>().size(), 1U);
}

TEST_F(Worker, AFailedPassNamesCallAndFile) {
  behaviour.fails = true;
  ask(Measure{case_, data_, 1, 0, false});
  EXPECT_EQ(end().status, Status::failed);
  EXPECT_THAT(end().reason, AllOf(HasSubstr("read"), HasSubstr("data")));
}

TEST_F(Worker, WhatCannotBeMadeReadyIsRefused) {
  behaviour.throws = true;
  ask(Measure{case_, data_, 1, 0, false});
  ASSERT_EQ(all<Refuse>().size(), 1U);
  EXPECT_EQ(all<Refuse>().front().status, Status::failed);
  EXPECT_THAT(all<Refuse>().front().reason, HasSubstr("no memory"));
  EXPECT_EQ(exit_code_, 1);
}

TEST_F(Worker, WhatIsNotSupportedIsRefusedWithTheReason) {
  data_.name = "refused";
  ask(Measure{case_, data_, 1, 0, false});
  ASSERT_EQ(all<Refuse>().size(), 1U);
  EXPECT_EQ(all<Refuse>().front().status, Status::unsupported);
  EXPECT_EQ(all<Refuse>().front().error, 95);
  EXPECT_EQ(exit_code_, 0);
}

TEST_F(Worker, VerifiesAgainstTheDigest) {
  ask(Verify{case_, data_});
  ASSERT_EQ(all<Verified>().size(), 1U);
  EXPECT_EQ(all<Verified>().front().bytes, kBytes);
  EXPECT_EQ(all<Verified>().front().digest, data_.digest.text());
  EXPECT_GT(all<Verified>().front().wall_ns, 0);
  EXPECT_EQ(end().status, Status::ok);
}

TEST_F(Worker, AnotherContentIsWrong) {
  behaviour.changes = true;
  ask(Verify{case_, data_});
  EXPECT_EQ(end().status, Status::wrong);
  EXPECT_THAT(end().reason, AllOf(HasSubstr("digest"), HasSubstr(data_.digest.text())));
}

TEST_F(Worker, DescribesWhatIsBuiltAndWhatIsNot) {
  ask(Describe{});
  const auto descriptions = all<Description>();
  ASSERT_EQ(descriptions.size(), 2U);
  EXPECT_TRUE(descriptions[0].built && descriptions[0].supported);
  EXPECT_EQ(descriptions[0].summary, "does as it is told");
  EXPECT_FALSE(descriptions[1].built);
  EXPECT_THAT(descriptions[1].reason, HasSubstr("Plan9"));
}

TEST_F(Worker, Expands) {
  Profile profile =
      parse_profile(R"({"name": "p", "data": ["data"], "cells": [{"strategies": ["told"]}]})", "p");
  ask(Expand{profile, {data_}});
  ASSERT_EQ(all<CaseLine>().size(), 1U);
  EXPECT_EQ(all<CaseLine>().front().bench_case.name, "read/told/data/cache:warm/use:touch");
  EXPECT_EQ(end().status, Status::ok);
}

TEST_F(Worker, AUsageErrorIsRefusedWithExitCode2) {
  case_.strategy = "tolt";
  ask(Measure{case_, data_, 1, 0, false});
  ASSERT_EQ(all<Refuse>().size(), 1U);
  EXPECT_THAT(all<Refuse>().front().reason, HasSubstr("did you mean \"told\"?"));
  EXPECT_EQ(exit_code_, 2);
}

TEST_F(Worker, ARequestThatIsNoneIsRefused) {
  ask_line("{\"v\":1,\"op\":\"dance\"}");
  EXPECT_EQ(all<Refuse>().size(), 1U);
  ask_line("nonsense");
  EXPECT_EQ(all<Refuse>().size(), 1U);
  ask_line("{\"v\":99,\"op\":\"describe\"}");
  ASSERT_EQ(all<Refuse>().size(), 1U);
  EXPECT_THAT(all<Refuse>().front().reason, HasSubstr("version"));
  EXPECT_EQ(exit_code_, 1);
}

TEST_F(Worker, ControlsMayClaimWhatTheyDidNotConsume) {
  const StrategyTable table = all_strategies();
  case_.strategy = "null";
  case_.use = Use::touch;
  std::vector<Reply> replies;
  answer(to_line(Measure{case_, data_, 1, 0, false}), table,
         [&](const Reply& reply) { replies.push_back(reply); });
  ASSERT_EQ(replies.size(), 2U);
  EXPECT_EQ(std::get<SampleLine>(replies[0]).sample.bytes, 0U);
  EXPECT_EQ(std::get<SampleLine>(replies[0]).sample.claimed_bytes, kBytes);
  EXPECT_EQ(std::get<End>(replies[1]).status, Status::ok);
}

}  // namespace
}  // namespace readmark
