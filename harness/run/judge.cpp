// The rules of design section 3 as pure functions.
#include "run/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/decoded.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark::run {
namespace {

using How = os::ChildEnd::How;

constexpr double kWarmResidency = 0.999;
constexpr std::uint64_t kPage = 4096;

Judgement verdict(Status status, std::string reason) {
  return {status, std::move(reason), store::Proof::none, {}};
}

std::string with_last_words(std::string sentence, const os::ChildEnd& child) {
  std::string words = printable(child.stderr_tail);
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words.empty() ? sentence : fmt::format("{}; its last words: {}", sentence, words);
}

Judgement cold(const Dataset& data, const Placement& placement,
               const std::vector<Sample>& samples) {
  const std::uint64_t expected = expected_device_bytes(data.bytes);
  const std::uint64_t allowance = device_allowance(data.bytes);
  for (const Sample& sample : samples) {
    if (!sample.device_bytes) {
      return verdict(
          Status::invalid,
          "cold is not proved: this system does not count the bytes that came from the device");
    }
    const std::uint64_t device = *sample.device_bytes;
    if (device + allowance >= expected) continue;  // more of them is a finding, see re_read()
    const std::string left =
        sample.resident_before && *sample.resident_before > 0
            ? fmt::format("; {:.1f} % of it was in the cache before", 100 * *sample.resident_before)
            : "";
    return verdict(Status::invalid,
                   fmt::format("cold was not achieved: {} came from the device for a file of {}{}",
                               human_bytes(device), human_bytes(data.bytes), left));
  }
  Judgement judgement;
  judgement.proof =
      placement.upper_layer.empty() ? store::Proof::physical : store::Proof::upper_layer;
  return judgement;
}

Judgement warm(const Dataset& data, const std::vector<Sample>& samples) {
  const std::uint64_t allowance = device_allowance(data.bytes);
  bool residency_known = true;
  bool device_known = true;
  for (const Sample& sample : samples) {
    residency_known = residency_known && sample.resident_before.has_value();
    device_known = device_known && sample.device_bytes.has_value();
    if (sample.resident_before.value_or(1) < kWarmResidency) {
      return verdict(
          Status::invalid,
          fmt::format(
              "warm was not achieved: only {:.1f} % of the file was in the cache before a pass",
              100 * *sample.resident_before));
    }
    if (sample.device_bytes.value_or(0) > allowance) {
      return verdict(Status::invalid,
                     fmt::format("warm was not achieved: {} came from the device during a pass",
                                 human_bytes(*sample.device_bytes)));
    }
  }
  Judgement judgement;
  judgement.proof = device_known      ? store::Proof::physical
                    : residency_known ? store::Proof::residency
                                      : store::Proof::none;
  return judgement;
}

Judgement cache_state(const Case& bench_case, const Dataset& data, const Placement& placement,
                      const std::vector<Sample>& samples) {
  if (data.kind != "file" || bench_case.cache == Cache::as_found) return {};
  if (bench_case.cache == Cache::warm) return warm(data, samples);
  if (placement.lives_in_memory) {
    return verdict(Status::invalid,
                   "cold is impossible: the file lives in memory (tmpfs); put the data on a disk "
                   "with --data-dir");
  }
  return cold(data, placement, samples);
}

// Ceilings and canaries have no consumer: their bytes are counted by themselves.
std::vector<Finding> unconsumed(Role role, const std::vector<Sample>& samples) {
  if (role == Role::ceiling || role == Role::canary) return {};
  for (const Sample& sample : samples) {
    if (sample.bytes >= sample.claimed_bytes) continue;
    return {
        {"unconsumed", fmt::format("claims {} but only {} reached the consumer",
                                   human_bytes(sample.claimed_bytes), human_bytes(sample.bytes))}};
  }
  return {};
}

// A way of reading that drops pages before they were used reads them again.
std::vector<Finding> re_read(const Dataset& data, const std::vector<Sample>& samples) {
  const std::uint64_t most = expected_device_bytes(data.bytes) + device_allowance(data.bytes);
  for (const Sample& sample : samples) {
    if (data.kind != "file" || sample.device_bytes.value_or(0) <= most) continue;
    return {{"re_read", fmt::format("{} came from the device for a file of {}",
                                    human_bytes(*sample.device_bytes), human_bytes(data.bytes))}};
  }
  return {};
}

// Empty where bytes arrive as they are in the file.
std::string decoded_of(const WorkerAnswer& answer) {
  if (!answer.end) return {};
  const auto decoded = answer.end->effective.find("decoded");
  return decoded == answer.end->effective.end() ? std::string() : decoded->second;
}

// What a library makes of text is what was asked for, and yet not the file.
std::vector<Finding> text_mode(const Dataset& data, const WorkerAnswer& answer) {
  const std::string decoded = decoded_of(answer);
  if (decoded.empty() || data.kind != "file") return {};
  for (const Sample& sample : answer.samples) {
    if (sample.bytes == data.bytes) continue;
    return {{"text_mode",
             fmt::format("{} of {} bytes reached the consumer: the library's text mode changes "
                         "them on the way ({})",
                         sample.bytes, data.bytes, decoded)}};
  }
  return {};
}

std::vector<Finding> findings_of(Role role, const Dataset& data, const WorkerAnswer& answer) {
  std::vector<Finding> findings = unconsumed(role, answer.samples);
  for (Finding& finding : re_read(data, answer.samples)) findings.push_back(std::move(finding));
  for (Finding& finding : text_mode(data, answer)) findings.push_back(std::move(finding));
  const auto unwritten = answer.end->effective.find("unwritten");
  if (unwritten != answer.end->effective.end()) {
    findings.push_back({"sparse", fmt::format("{} bytes of what was read were never written: they "
                                              "are read without any I/O",
                                              unwritten->second)});
  }
  return findings;
}

}  // namespace

std::uint64_t device_allowance(std::uint64_t file_bytes) {
  return std::max(file_bytes / 100, 64 * KiB);
}

std::uint64_t expected_device_bytes(std::uint64_t file_bytes) {
  return (file_bytes + kPage - 1) / kPage * kPage;
}

Judgement judge_end(const WorkerAnswer& answer, std::int64_t timeout_ns) {
  const os::ChildEnd& child = answer.child;
  if (child.how == How::stopped) return verdict(Status::interrupted, "stopped by the user");
  if (child.how == How::timed_out) {
    return verdict(Status::timeout,
                   with_last_words(fmt::format("no end within {}; raise it with --timeout",
                                               human_duration(timeout_ns)),
                                   child));
  }
  if (child.how == How::signalled) {
    const std::string memory = child.out_of_memory ? ", perhaps because memory ran out" : "";
    return verdict(Status::crashed, with_last_words(fmt::format("the worker was killed by {}{}",
                                                                child.signal_name, memory),
                                                    child));
  }
  if (!answer.protocol_error.empty()) return verdict(Status::failed, answer.protocol_error);
  if (answer.refuse) return verdict(answer.refuse->status, answer.refuse->reason);
  if (!answer.end && !answer.verified) {
    return verdict(
        Status::crashed,
        with_last_words(
            fmt::format("the worker ended with code {} before its work was done", child.code),
            child));
  }
  if (answer.end && answer.end->status != Status::ok)
    return verdict(answer.end->status, answer.end->reason);
  return {};
}

Judgement judge_measurement(const Case& bench_case, const Dataset& data, const Placement& placement,
                            const WorkerAnswer& answer, std::int64_t timeout_ns) {
  Judgement judgement = judge_end(answer, timeout_ns);
  if (judgement.status != Status::ok) return judgement;
  if (answer.samples.empty())
    return verdict(Status::failed, "the worker ended well but sent no sample");
  const bool no_time = std::any_of(answer.samples.begin(), answer.samples.end(),
                                   [](const Sample& s) { return s.wall_ns <= 0; });
  if (no_time)
    return verdict(Status::failed, "a pass took no time at all: the clock is too coarse for it");
  judgement = cache_state(bench_case, data, placement, answer.samples);
  judgement.findings = findings_of(bench_case.role, data, answer);
  return judgement;
}

Judgement judge_verification(const Dataset& data, const WorkerAnswer& answer,
                             std::int64_t timeout_ns) {
  Judgement judgement = judge_end(answer, timeout_ns);
  if (judgement.status != Status::ok) return judgement;
  if (!answer.verified)
    return verdict(Status::failed, "the worker ended well but did not say what it verified");
  const std::string decoded = decoded_of(answer);
  const std::uint64_t bytes = answer.verified->bytes;
  if (!may_come_of(decoded, bytes, data.bytes)) {
    return verdict(Status::wrong,
                   fmt::format("{} bytes were read, the file has {}", bytes, data.bytes));
  }
  if (answer.verified->digest != data.digest.text() && keeps_digest(decoded, bytes, data.bytes)) {
    return verdict(Status::wrong, fmt::format("the digest of what was read is {}, the file's is {}",
                                              answer.verified->digest, data.digest.text()));
  }
  return {};
}

}  // namespace readmark::run
