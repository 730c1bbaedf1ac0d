#include "core/protocol.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace readmark::protocol {
namespace {

Case some_case() {
  Case c;
  c.workload = "read";
  c.strategy = "pread";
  c.data = "2k";
  c.knobs.set("buf", "4KiB");
  c.cache = Cache::cold;
  c.use = Use::sum;
  c.role = Role::control;
  c.name = "read/pread/2k/buf:4KiB/cache:cold/use:sum";
  return c;
}

Dataset some_data() {
  Dataset d;
  d.name = "2k";
  d.kind = "file";
  d.path = std::filesystem::path(u8"/tmp/a b/\u00e9");
  d.bytes = 640'000;
  d.lines = 2000;
  d.newline_bytes = 1999;
  d.digest = {1, 2, 640'000};
  return d;
}

TEST(Protocol, RequestsComeBack) {
  const auto measure = std::get<Measure>(
      parse_request(to_line(Request(Measure{some_case(), some_data(), 7, 2, true, true}))));
  EXPECT_EQ(measure.bench_case.name, some_case().name);
  EXPECT_EQ(measure.bench_case.knobs, some_case().knobs);
  EXPECT_EQ(measure.bench_case.cache, Cache::cold);
  EXPECT_EQ(measure.bench_case.role, Role::control);
  EXPECT_EQ(measure.data.path, some_data().path);
  EXPECT_EQ(measure.data.digest, some_data().digest);
  EXPECT_EQ(measure.data.newline_bytes, 1999u);
  EXPECT_EQ(measure.iterations, 7u);
  EXPECT_EQ(measure.warmup, 2u);
  EXPECT_TRUE(measure.drop_caches);
  EXPECT_TRUE(measure.evict_first);
  EXPECT_TRUE(std::holds_alternative<Describe>(parse_request(to_line(Request(Describe{})))));
  EXPECT_EQ(std::get<Verify>(parse_request(to_line(Request(Verify{some_case(), some_data()}))))
                .data.bytes,
            640'000u);
  Profile profile;
  profile.name = "p";
  profile.cells.emplace_back();
  const auto expand =
      std::get<Expand>(parse_request(to_line(Request(Expand{profile, {some_data()}}))));
  EXPECT_EQ(expand.profile.name, "p");
  ASSERT_EQ(expand.data.size(), 1u);
}

TEST(Protocol, SamplesKeepWhatIsNotKnownApartFromZero) {
  Sample sample;
  sample.iteration = 3;
  sample.wall_ns = 12;
  sample.resident_before = 0.5;
  sample.cache_method = "fadvise";
  const Sample back = std::get<SampleLine>(parse_reply(to_line(Reply(SampleLine{sample})))).sample;
  EXPECT_EQ(back.iteration, 3u);
  EXPECT_EQ(back.wall_ns, 12);
  EXPECT_EQ(back.device_bytes, std::nullopt);
  EXPECT_EQ(back.resident_before, 0.5);
  sample.device_bytes = 0;
  EXPECT_EQ(
      std::get<SampleLine>(parse_reply(to_line(Reply(SampleLine{sample})))).sample.device_bytes,
      0u);
}

TEST(Protocol, EndCarriesStatusReasonAndCounters) {
  End end{Status::wrong, "one\x1b\xff", "00ff", {{"direct", "on"}}, {}};
  end.counters.peak_rss_bytes = 5;
  const End back = std::get<End>(parse_reply(to_line(Reply(end))));
  EXPECT_EQ(back.status, Status::wrong);
  EXPECT_EQ(back.reason, "one%1B%FF");
  EXPECT_EQ(back.effective.at("direct"), "on");
  EXPECT_EQ(back.counters.peak_rss_bytes, 5u);
  EXPECT_EQ(back.counters.syscalls, std::nullopt);
}

TEST(Protocol, UnknownTypesAreIgnoredAndUnknownVersionsRefused) {
  EXPECT_TRUE(std::holds_alternative<Unknown>(parse_reply(R"({"t":"of_tomorrow","x":1})")));
  EXPECT_THROW(parse_reply(R"({"t":"hello","v":2,"build":{}})"), RuntimeError);
  EXPECT_THROW(parse_request(R"({"v":2,"op":"describe"})"), RuntimeError);
  EXPECT_THROW(parse_request(R"({"v":1.0,"op":"describe"})"), RuntimeError);
}

TEST(Protocol, NonsenseIsRefused) {
  for (const char* line : {"", "{", "[]", "3", "{\"t\":3}", "{\"t\":\"sample\"}",
                           "{\"t\":\"end\",\"status\":4}", "\xff"}) {
    EXPECT_THROW(parse_reply(line), RuntimeError) << line;
  }
  EXPECT_THROW(parse_reply(std::string(kMaxLine + 1, ' ')), RuntimeError);
  for (const char* line :
       {"", "{}", R"({"v":1})", R"({"v":1,"op":"dance"})", R"({"v":1,"op":"measure"})"}) {
    EXPECT_THROW(parse_request(line), RuntimeError) << line;
  }
}

TEST(Protocol, LongReasonsKeepTheirEndAndTheLineStaysShort) {
  const Refuse refuse{Status::failed, 5, std::string(100'000, 'x') + "the end"};
  const std::string line = to_line(Reply(refuse));
  EXPECT_LE(line.size(), kMaxLine);
  const Refuse back = std::get<Refuse>(parse_reply(line));
  EXPECT_TRUE(back.reason.ends_with("the end"));
  EXPECT_EQ(back.error, 5);
}

}  // namespace
}  // namespace readmark::protocol
