// Samples to a measurement row.
#include "run/measurement.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "stats/describe.hpp"

namespace readmark::run {
namespace {

template <typename Get>
std::int64_t median_of(const std::vector<Sample>& samples, Get get) {
  std::vector<double> values;
  values.reserve(samples.size());
  for (const Sample& sample : samples) values.push_back(static_cast<double>(get(sample)));
  return std::llround(stats::median(values));
}

// The worst of the known values; empty if none is known.
template <typename T, typename Get, typename Better>
std::optional<T> worst_of(const std::vector<Sample>& samples, Get get, Better better) {
  std::optional<T> worst;
  for (const Sample& sample : samples) {
    const std::optional<T> value = get(sample);
    if (value && (!worst || better(*worst, *value))) worst = value;
  }
  return worst;
}

void add_counters(store::MeasurementRow& row, const Counters& counters) {
  row.minor_faults = counters.minor_faults;
  row.major_faults = counters.major_faults;
  row.ctx_vol = counters.ctx_vol;
  row.ctx_inv = counters.ctx_inv;
  row.syscalls = counters.syscalls;
  if (!counters.syscall_source.empty()) row.syscall_source = counters.syscall_source;
  row.retries = counters.retries;
  row.peak_rss_bytes = counters.peak_rss_bytes;
  row.rss_anon_bytes = counters.rss_anon_bytes;
  row.rss_file_bytes = counters.rss_file_bytes;
}

store::MeasurementRow row_of(const WorkerAnswer& answer, const Judgement& judgement) {
  store::MeasurementRow row;
  row.status = judgement.status;
  if (!judgement.reason.empty()) row.reason = judgement.reason;
  if (answer.child.how == os::ChildEnd::How::exited) row.exit_code = answer.child.code;
  row.proof = judgement.proof;
  return row;
}

// The sample whose device bytes are furthest from what the state demands: the most for warm, the
// least for cold.
std::optional<std::uint64_t> worst_device_bytes(Cache cache, const std::vector<Sample>& samples) {
  const auto get = [](const Sample& s) { return s.device_bytes; };
  if (cache == Cache::cold) return worst_of<std::uint64_t>(samples, get, std::greater<>());
  return worst_of<std::uint64_t>(samples, get, std::less<>());
}

}  // namespace

store::MeasurementRow measurement_row(const Case& bench_case, const WorkerAnswer& answer,
                                      const Judgement& judgement) {
  store::MeasurementRow row = row_of(answer, judgement);
  const std::vector<Sample>& samples = answer.samples;
  row.iterations = static_cast<std::int64_t>(samples.size());
  row.samples = samples.empty() ? store::SamplesKept::none : store::SamplesKept::kept;
  if (answer.end) {
    add_counters(row, answer.end->counters);
    row.effective = nlohmann::json(answer.end->effective).dump();
    if (!answer.end->checksum.empty()) row.checksum = answer.end->checksum;
  }
  if (samples.empty()) return row;

  const auto wall = [](const Sample& s) { return s.wall_ns; };
  const auto [least, most] =
      std::minmax_element(samples.begin(), samples.end(),
                          [&](const Sample& a, const Sample& b) { return wall(a) < wall(b); });
  row.time_ns = std::max<std::int64_t>(1, median_of(samples, wall));
  row.min_ns = least->wall_ns;
  row.max_ns = most->wall_ns;
  row.user_ns = median_of(samples, [](const Sample& s) { return s.user_ns; });
  row.sys_ns = median_of(samples, [](const Sample& s) { return s.sys_ns; });
  row.bytes = samples.front().claimed_bytes;
  row.cache_method = samples.front().cache_method;
  row.evict_ns = median_of(samples, [](const Sample& s) { return s.evict_ns; });
  row.device_bytes = worst_device_bytes(bench_case.cache, samples);
  const auto before = [](const Sample& s) { return s.resident_before; };
  const auto after = [](const Sample& s) { return s.resident_after; };
  if (bench_case.cache == Cache::cold) {
    row.resident_before = worst_of<double>(samples, before, std::less<>());
    row.resident_after = worst_of<double>(samples, after, std::less<>());
  } else {
    row.resident_before = worst_of<double>(samples, before, std::greater<>());
    row.resident_after = worst_of<double>(samples, after, std::greater<>());
  }
  return row;
}

store::MeasurementRow verification_row(const WorkerAnswer& answer, const Judgement& judgement) {
  store::MeasurementRow row = row_of(answer, judgement);
  row.kind = store::MeasurementKind::verify;
  row.samples = store::SamplesKept::none;
  if (!answer.verified) return row;
  add_counters(row, answer.verified->counters);
  row.bytes = answer.verified->bytes;
  row.checksum = answer.verified->digest;
  if (answer.verified->wall_ns > 0) row.time_ns = answer.verified->wall_ns;
  return row;
}

}  // namespace readmark::run
