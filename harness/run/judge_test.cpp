#include "run/judge.hpp"

#include <gtest/gtest.h>

namespace readmark::run {
namespace {

constexpr std::int64_t kTimeout = 60'000'000'000;

Case some_case(Cache cache, Role role = Role::subject) {
  Case c;
  c.workload = "read";
  c.strategy = "pread";
  c.data = "150mb";
  c.cache = cache;
  c.role = role;
  return c;
}

Dataset some_data(std::uint64_t bytes = 150'000'000) {
  Dataset d;
  d.name = "150mb";
  d.kind = "file";
  d.bytes = bytes;
  d.digest = {1, 2, bytes};
  return d;
}

Sample sample(std::optional<std::uint64_t> device, std::optional<double> resident,
              std::uint64_t bytes = 150'000'000) {
  Sample s;
  s.wall_ns = 1000;
  s.bytes = s.claimed_bytes = bytes;
  s.device_bytes = device;
  s.resident_before = resident;
  return s;
}

WorkerAnswer answer(std::vector<Sample> samples) {
  WorkerAnswer a;
  a.samples = std::move(samples);
  a.end = protocol::End{};
  return a;
}

Judgement judge(Cache cache, std::vector<Sample> samples, const Placement& placement = {}) {
  return judge_measurement(some_case(cache), some_data(), placement, answer(std::move(samples)),
                           kTimeout);
}

TEST(Judge, ColdNeedsTheFilesBytesFromTheDevice) {
  EXPECT_EQ(judge(Cache::cold, {sample(expected_device_bytes(150'000'000), 0)}).status, Status::ok);
  EXPECT_EQ(judge(Cache::cold, {sample(148'600'000, 0)}).status, Status::ok);       // within 1 %
  EXPECT_EQ(judge(Cache::cold, {sample(148'400'000, 0)}).status, Status::invalid);  // below it
  EXPECT_EQ(judge(Cache::cold, {sample(0, 0)}).status, Status::invalid);
  EXPECT_EQ(judge(Cache::cold, {sample(std::nullopt, 0)}).status,
            Status::invalid);  // residency alone proves nothing
}

// Cold it was; that parts were read twice belongs to the way of reading.
TEST(Judge, MoreThanTheFileFromTheDeviceIsAFinding) {
  const Judgement twice = judge(Cache::cold, {sample(152'000'000, 0)});
  EXPECT_EQ(twice.status, Status::ok);
  ASSERT_EQ(twice.findings.size(), 1u);
  EXPECT_EQ(twice.findings[0].rule, "re_read");
  EXPECT_TRUE(judge(Cache::cold, {sample(150'000'000, 0)}).findings.empty());
}

TEST(Judge, ColdWithUnknownResidencyAndTheRightBytesIsOk) {
  EXPECT_EQ(judge(Cache::cold, {sample(150'000'000, std::nullopt)}).status, Status::ok);
}

TEST(Judge, OneBadSampleSpoilsTheMeasurement) {
  EXPECT_EQ(judge(Cache::cold, {sample(150'000'000, 0), sample(0, 1)}).status, Status::invalid);
  EXPECT_EQ(judge(Cache::warm, {sample(0, 1), sample(0, 1), sample(0, 0.99)}).status,
            Status::invalid);
}

TEST(Judge, SmallFilesMayBeOffBy64KiB) {
  EXPECT_EQ(device_allowance(630'000), 65536u);
  EXPECT_EQ(device_allowance(150'000'000), 1'500'000u);
  EXPECT_EQ(expected_device_bytes(1), 4096u);
  EXPECT_EQ(expected_device_bytes(8192), 8192u);
}

TEST(Judge, WarmNeedsResidencyAndNoDeviceBytes) {
  EXPECT_EQ(judge(Cache::warm, {sample(0, 1.0)}).status, Status::ok);
  EXPECT_EQ(judge(Cache::warm, {sample(0, 0.998)}).status, Status::invalid);
  EXPECT_EQ(judge(Cache::warm, {sample(2'000'000, 1.0)}).status, Status::invalid);
}

TEST(Judge, WarmWithoutAnyProofIsOkAndUnproved) {
  const Judgement judgement = judge(Cache::warm, {sample(std::nullopt, std::nullopt)});
  EXPECT_EQ(judgement.status, Status::ok);
  EXPECT_EQ(judgement.proof, store::Proof::none);
  EXPECT_EQ(judge(Cache::warm, {sample(std::nullopt, 1.0)}).proof, store::Proof::residency);
}

TEST(Judge, ALayerBelowWeakensTheProofOfCold) {
  EXPECT_EQ(judge(Cache::cold, {sample(150'000'000, 0)}).proof, store::Proof::physical);
  EXPECT_EQ(judge(Cache::cold, {sample(150'000'000, 0)}, {"virtual machine", false}).proof,
            store::Proof::upper_layer);
}

TEST(Judge, ColdInMemoryIsInvalidWithTheWayOut) {
  const Judgement judgement = judge(Cache::cold, {sample(0, 1)}, {"tmpfs", true});
  EXPECT_EQ(judgement.status, Status::invalid);
  EXPECT_NE(judgement.reason.find("--data-dir"), std::string::npos);
}

TEST(Judge, AsFoundAsksForNoProof) {
  EXPECT_EQ(judge(Cache::as_found, {sample(77'000'000, 0.3)}).status, Status::ok);
}

TEST(Judge, BytesThatNeverReachedTheConsumerAreAFinding) {
  Sample untouched = sample(0, 1.0);
  untouched.bytes = 0;
  const Judgement judgement = judge_measurement(some_case(Cache::warm, Role::control), some_data(),
                                                {}, answer({untouched}), kTimeout);
  ASSERT_EQ(judgement.findings.size(), 1u);
  EXPECT_EQ(judgement.findings[0].rule, "unconsumed");
  EXPECT_TRUE(judge(Cache::warm, {sample(0, 1.0)}).findings.empty());
  const Case ceiling = some_case(Cache::as_found, Role::ceiling);
  EXPECT_TRUE(
      judge_measurement(ceiling, some_data(), {}, answer({untouched}), kTimeout).findings.empty());
}

TEST(Judge, BytesThatWereNeverWrittenAreAFinding) {
  WorkerAnswer holes = answer({sample(0, 1.0)});
  holes.end->effective["unwritten"] = "4096";
  const Judgement judgement =
      judge_measurement(some_case(Cache::warm, Role::control), some_data(), {}, holes, kTimeout);
  ASSERT_EQ(judgement.findings.size(), 1u);
  EXPECT_EQ(judgement.findings[0].rule, "sparse");
}

TEST(Judge, WhatATextModeMakesOfTheFileIsAFindingAndNotWrong) {
  WorkerAnswer text = answer({sample(0, 1.0, 149'000'000)});
  text.end->effective["decoded"] = "crlf, ctrl-z";
  const auto judged = [&] {
    return judge_measurement(some_case(Cache::warm), some_data(), {}, text, kTimeout);
  };
  EXPECT_EQ(judged().status, Status::ok);
  ASSERT_EQ(judged().findings.size(), 1u);
  EXPECT_EQ(judged().findings[0].rule, "text_mode");
  EXPECT_NE(judged().findings[0].detail.find("149000000 of 150000000 bytes"), std::string::npos);
  EXPECT_NE(judged().findings[0].detail.find("crlf, ctrl-z"), std::string::npos);
  text.samples[0].bytes = text.samples[0].claimed_bytes = 150'000'000;
  EXPECT_TRUE(judged().findings.empty()) << "a file without either is the same in both modes";
}

TEST(Judge, EachEndHasItsStatus) {
  using How = os::ChildEnd::How;
  WorkerAnswer a;
  a.child.how = How::timed_out;
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::timeout);
  a.child.how = How::stopped;
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::interrupted);
  a.child.how = How::signalled;
  a.child.signal_name = "SIGKILL";
  a.child.out_of_memory = true;
  a.child.stderr_tail = "allocating\n";
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::crashed);
  EXPECT_EQ(judge_end(a, kTimeout).reason,
            "the worker was killed by SIGKILL, perhaps because memory ran out; its last words: "
            "allocating");
  a = {};
  a.child.code = 3;
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::crashed);
  a.refuse = protocol::Refuse{Status::unsupported, 95, "no O_DIRECT here"};
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::unsupported);
  a = {};
  a.end = protocol::End{Status::wrong, "one byte short", "", {}, {}};
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::wrong);
  a.protocol_error = "malformed reply";
  EXPECT_EQ(judge_end(a, kTimeout).status, Status::failed);
}

TEST(Judge, SamplesWithoutEndAreNoMeasurement) {
  WorkerAnswer a = answer({sample(0, 1.0)});
  a.end.reset();
  EXPECT_EQ(judge_measurement(some_case(Cache::warm), some_data(), {}, a, kTimeout).status,
            Status::crashed);
  EXPECT_EQ(judge(Cache::warm, {}).status, Status::failed);
}

TEST(Judge, ATimeOfZeroIsAFailure) {
  Sample instant = sample(0, 1.0);
  instant.wall_ns = 0;
  EXPECT_EQ(judge(Cache::warm, {instant}).status, Status::failed);
}

TEST(Judge, VerificationComparesLengthAndDigest) {
  WorkerAnswer a;
  a.verified = protocol::Verified{150'000'000, 0, some_data().digest.text(), 10, {}};
  EXPECT_EQ(judge_verification(some_data(), a, kTimeout).status, Status::ok);
  a.verified->bytes -= 1;
  EXPECT_EQ(judge_verification(some_data(), a, kTimeout).status, Status::wrong);
  a.verified->bytes += 1;
  a.verified->digest = Digest{1, 3, 150'000'000}.text();
  EXPECT_EQ(judge_verification(some_data(), a, kTimeout).status, Status::wrong);
}

TEST(Judge, VerificationAcceptsWhatATextModeMayMakeOfTheFile) {
  const auto judged = [](std::uint64_t bytes, const std::string& digest,
                         const std::string& decoded) {
    WorkerAnswer a;
    a.verified = protocol::Verified{bytes, 0, digest, 10, {}};
    a.end = protocol::End{};
    if (!decoded.empty()) a.end->effective["decoded"] = decoded;
    return judge_verification(some_data(), a, kTimeout).status;
  };
  const std::string other = Digest{1, 3, 0}.text();
  EXPECT_EQ(judged(149'000'000, other, ""), Status::wrong);
  EXPECT_EQ(judged(149'000'000, other, "crlf, ctrl-z"), Status::ok);
  EXPECT_EQ(judged(150'000'001, other, "crlf, ctrl-z"), Status::wrong) << "it never adds bytes";
  EXPECT_EQ(judged(150'000'000, other, "crlf, ctrl-z"), Status::wrong)
      << "nothing was taken away, so nothing may be changed";
  EXPECT_EQ(judged(290'000'000, other, "crlf, ctrl-z, utf-16"), Status::ok);
}

}  // namespace
}  // namespace readmark::run
