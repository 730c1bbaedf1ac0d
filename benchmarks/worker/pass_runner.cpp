// The timed pass and the verifying pass.
#include "benchmarks/worker/pass_runner.hpp"

#include <fmt/format.h>

#include "core/decoded.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "os/affinity.hpp"
#include "os/clock.hpp"
#include "os/counters.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr std::byte kPoison{0xA5};

std::string object_of(const Dataset& data) {
  return data.path.empty() ? "memory" : display_path(data.path);
}

/// A call that the kernel, the filesystem or a sandbox does not have is no failure: nothing here
/// can be mended.
Status status_of(std::error_code error) {
  const bool missing = error == std::errc::function_not_supported ||
                       error == std::errc::operation_not_supported ||
                       error == std::errc::not_supported;
  return missing ? Status::unsupported : Status::failed;
}

[[noreturn]] void throw_pass_failure(const Pass& pass, const Dataset& data) {
  throw PassError(status_of(pass.error), failure_sentence(pass.call, object_of(data), pass.error));
}

template <typename T>
void add(std::optional<T>& sum, const std::optional<T>& before, const std::optional<T>& after) {
  if (before && after) sum = sum.value_or(0) + (*after - *before);
}

void add(Counters& counters, const os::ProcessCounters& before, const os::ProcessCounters& after) {
  add(counters.minor_faults, before.minor_faults, after.minor_faults);
  add(counters.major_faults, before.major_faults, after.major_faults);
  add(counters.ctx_vol, before.ctx_vol, after.ctx_vol);
  add(counters.ctx_inv, before.ctx_inv, after.ctx_inv);
  add(counters.syscalls, before.read_syscalls, after.read_syscalls);
}

/// With the global cache emptied no file stays.
std::unique_ptr<os::Twin> twin_for(const Case& bench_case, const Dataset& data, bool drop_caches) {
  const bool wanted = bench_case.cache == Cache::cold && !data.path.empty() && !drop_caches;
  return wanted ? os::twin_if_it_stays(data.path) : nullptr;
}

Dataset at_twin(Dataset data, const os::Twin* twin) {
  if (twin != nullptr) data.path = twin->path();
  return data;
}

void check_bytes(std::uint64_t expected, const Pass& pass, std::uint64_t consumed,
                 std::string_view decoded) {
  if (pass.bytes == consumed && may_come_of(decoded, consumed, expected)) return;
  throw PassError(Status::wrong,
                  fmt::format("{} of {} bytes reached the consumer, and the strategy claims {}",
                              consumed, expected, pass.bytes));
}

}  // namespace

PassRunner::PassRunner(const Strategy& strategy, const protocol::Measure& request)
    : strategy_(strategy),
      case_(request.bench_case),
      drop_caches_(request.drop_caches),
      limited_(request.evict_first),
      twin_(twin_for(case_, request.data, drop_caches_)),
      data_(at_twin(request.data, twin_.get())),
      consumers_(case_.use, strategy.threads(case_.knobs)),
      reader_(strategy.reader(data_, case_.knobs)) {
  counters_.syscall_source = os::syscall_source();
  if (limited_ && !data_.path.empty()) os::evict(data_.path, drop_caches_);
}

void PassRunner::warm_up() {
  consumers_.reset();
  check(reader_->pass(consumers_));
}

Sample PassRunner::timed_pass(std::uint32_t iteration) {
  Sample sample;
  sample.iteration = iteration;
  make_cache_state(sample);
  consumers_.reset();

  const os::ProcessCounters before = os::process_counters();
  const std::int64_t begin = os::monotonic_ns();
  const Pass pass = reader_->pass(consumers_);
  const std::int64_t end = os::monotonic_ns();
  const os::ProcessCounters after = os::process_counters();

  check(pass);
  sample.wall_ns = end - begin;
  sample.user_ns = after.user_ns - before.user_ns;
  sample.sys_ns = after.sys_ns - before.sys_ns;
  sample.bytes = consumers_.bytes();
  sample.claimed_bytes = pass.bytes;
  add(sample.device_bytes, before.device_bytes, after.device_bytes);
  add(counters_, before, after);
  if (!data_.path.empty()) sample.resident_after = os::residency(data_.path);
  return sample;
}

void PassRunner::make_cache_state(Sample& sample) {
  sample.cache_method = "none";
  if (data_.path.empty()) return;
  if (case_.cache == Cache::as_found) {
    sample.resident_before = os::residency(data_.path);
    return;
  }
  const os::CacheChange change = case_.cache == Cache::warm ? os::warm(data_.path)
                                 : twin_ != nullptr         ? twin_->renew()
                                                            : os::evict(data_.path, drop_caches_);
  sample.cache_method = change.method;
  sample.resident_before = change.resident;
  sample.evict_ns = change.took_ns;
  // Not the end: the parent judges by what was achieved, and the reason is kept for it.
  if (change.error) cache_trouble_ = failure_sentence(change.call, object_of(data_), change.error);
}

void PassRunner::check(const Pass& pass) {
  if (pass.error) throw_pass_failure(pass, data_);
  if (strategy_.role() == Role::control) return;
  const std::string_view decoded = strategy_.decoded(case_.knobs);
  if (data_.kind != "none") check_bytes(data_.bytes, pass, consumers_.bytes(), decoded);
  const Checksum checksum = consumers_.checksum();
  if (checksum_ && *checksum_ != checksum) {
    throw PassError(Status::wrong, "the checksum differs between two passes over the same file");
  }
  checksum_ = checksum;
}

Effective PassRunner::effective() const {
  // Whether bytes were copied tells the parent what the system had to do for them.
  Effective effective{{"bytes", strategy_.copies() ? "copied" : "in place"}};
  const std::string service = os::service_class();
  if (!service.empty()) effective["service_class"] = service;
  if (limited_) effective["memory_limit"] = format_size(os::memory_limit_bytes());
  for (const auto& [key, value] : declared(strategy_, case_)) effective[key] = value;
  for (auto& [key, value] : reader_->effective()) effective[key] = value;
  if (twin_ != nullptr)
    effective["twin"] = "the file's own pages stay in the cache; a clone is read";
  if (!cache_trouble_.empty()) effective["cache"] = cache_trouble_;
  return effective;
}

std::string PassRunner::checksum() const {
  return checksum_ ? fmt::format("{:016x}{:016x}", checksum_->high, checksum_->low) : "";
}

Effective declared(const Strategy& strategy, const Case& bench_case) {
  const std::string_view decoded = strategy.decoded(bench_case.knobs);
  return decoded.empty() ? Effective{} : Effective{{"decoded", std::string(decoded)}};
}

void verify_pass(const Strategy& strategy, const Case& bench_case, const Dataset& data,
                 protocol::Verified& verified) {
  Consumers consumers(Use::digest, strategy.threads(bench_case.knobs));
  os::MemoryUse in_use;
  consumers.on_release([&in_use] { in_use = os::memory_use(); });
  const std::unique_ptr<Reader> reader = strategy.reader(data, bench_case.knobs);
  reader->poison(kPoison);

  const std::int64_t begin = os::monotonic_ns();
  const Pass pass = reader->pass(consumers);
  verified.wall_ns = os::monotonic_ns() - begin;

  verified.counters.peak_rss_bytes = os::memory_use().peak_rss_bytes;
  verified.counters.rss_anon_bytes = in_use.rss_anon_bytes;
  verified.counters.rss_file_bytes = in_use.rss_file_bytes;
  verified.bytes = consumers.bytes();
  if (pass.error) throw_pass_failure(pass, data);
  const Checksum sum = consumers.checksum();
  const Digest found{sum.high, sum.low, verified.bytes};
  verified.digest = found.text();
  if (strategy.role() == Role::control || data.kind == "none") return;
  const std::string_view decoded = strategy.decoded(bench_case.knobs);
  check_bytes(data.bytes, pass, verified.bytes, decoded);
  if (found != data.digest && keeps_digest(decoded, verified.bytes, data.bytes)) {
    throw PassError(Status::wrong,
                    fmt::format("the digest of what was read is {}, but the dataset's is {}",
                                verified.digest, data.digest.text()));
  }
}

}  // namespace readmark
