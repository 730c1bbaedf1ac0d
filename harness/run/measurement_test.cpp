#include "run/measurement.hpp"

#include <gtest/gtest.h>

namespace readmark::run {
namespace {

Sample sample(std::int64_t wall, std::uint64_t device, double resident) {
  Sample s;
  s.wall_ns = wall;
  s.user_ns = wall / 2;
  s.sys_ns = wall / 4;
  s.bytes = s.claimed_bytes = 1000;
  s.device_bytes = device;
  s.resident_before = resident;
  s.cache_method = "read";
  return s;
}

Case with_cache(Cache cache) {
  Case c;
  c.cache = cache;
  return c;
}

TEST(Measurement, TimeIsTheMedianAndProofTheWorst) {
  WorkerAnswer answer;
  answer.samples = {sample(30, 0, 1.0), sample(10, 4096, 0.9995), sample(20, 0, 1.0)};
  answer.end = protocol::End{Status::ok, "", "00ab", {{"direct", "on"}}, {}};
  answer.end->counters.minor_faults = 7;
  const store::MeasurementRow row = measurement_row(with_cache(Cache::warm), answer, {});
  EXPECT_EQ(row.time_ns, 20);
  EXPECT_EQ(row.min_ns, 10);
  EXPECT_EQ(row.max_ns, 30);
  EXPECT_EQ(row.user_ns, 10);
  EXPECT_EQ(row.iterations, 3);
  EXPECT_EQ(row.device_bytes, 4096u);      // warm: the most
  EXPECT_EQ(row.resident_before, 0.9995);  // warm: the least
  EXPECT_EQ(row.minor_faults, 7);
  EXPECT_EQ(row.checksum, "00ab");
  EXPECT_EQ(row.effective, R"({"direct":"on"})");
  const store::MeasurementRow cold = measurement_row(with_cache(Cache::cold), answer, {});
  EXPECT_EQ(cold.device_bytes, 0u);      // cold: the least
  EXPECT_EQ(cold.resident_before, 1.0);  // cold: the most
}

TEST(Measurement, WithoutSamplesHasNoTime) {
  WorkerAnswer answer;
  answer.child.how = os::ChildEnd::How::timed_out;
  Judgement judgement;
  judgement.status = Status::timeout;
  judgement.reason = "no end";
  const store::MeasurementRow row = measurement_row(with_cache(Cache::warm), answer, judgement);
  EXPECT_EQ(row.status, Status::timeout);
  EXPECT_EQ(row.reason, "no end");
  EXPECT_EQ(row.time_ns, std::nullopt);
  EXPECT_EQ(row.exit_code, std::nullopt);
  EXPECT_EQ(row.samples, store::SamplesKept::none);
}

TEST(Measurement, UnknownDeviceBytesStayUnknown) {
  WorkerAnswer answer;
  answer.samples = {sample(5, 0, 1.0)};
  answer.samples[0].device_bytes.reset();
  answer.samples[0].resident_before.reset();
  const store::MeasurementRow row = measurement_row(with_cache(Cache::warm), answer, {});
  EXPECT_EQ(row.device_bytes, std::nullopt);
  EXPECT_EQ(row.resident_before, std::nullopt);
}

}  // namespace
}  // namespace readmark::run
