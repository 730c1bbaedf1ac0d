// What a measurement is worth: the parent's decision, from numbers alone.
#pragma once

#include <string>
#include <vector>

#include "core/case.hpp"
#include "core/dataset.hpp"
#include "run/bench_program.hpp"
#include "store/rows.hpp"

namespace readmark::run {

/// Where the data lies, as far as it bears on the proof of a cache state.
struct Placement {
  std::string upper_layer;       // os::upper_layer(): "" or what may cache below us
  bool lives_in_memory = false;  // tmpfs and the like
};

struct Finding {
  std::string rule;
  std::string detail;  // a sentence
};

struct Judgement {
  Status status = Status::ok;
  std::string reason;  // empty when ok
  store::Proof proof = store::Proof::none;
  std::vector<Finding> findings;
};

/// Bytes by which device bytes may differ from what the cache state demands: 1 % or 64 KiB of the
/// file, whichever is more, because program text and metadata may be read too.
std::uint64_t device_allowance(std::uint64_t file_bytes);

/// A file's length in whole pages of 4 KiB: what a cold pass must bring from the device.
std::uint64_t expected_device_bytes(std::uint64_t file_bytes);

/// How the worker ended, whatever was asked: ok when it ended as the protocol says.
Judgement judge_end(const WorkerAnswer& answer, std::int64_t timeout_ns);

/// A measure request's answer, cache state and controls included.
Judgement judge_measurement(const Case& bench_case, const Dataset& data, const Placement& placement,
                            const WorkerAnswer& answer, std::int64_t timeout_ns);

/// A verify request's answer against the dataset.
Judgement judge_verification(const Dataset& data, const WorkerAnswer& answer,
                             std::int64_t timeout_ns);

}  // namespace readmark::run
