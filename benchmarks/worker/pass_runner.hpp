// Runs the passes of one case: makes the cache state, counts, times, checks. Knows nothing of how
// the figures are handed on.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>

#include "core/case.hpp"
#include "core/consumer.hpp"
#include "core/dataset.hpp"
#include "core/protocol.hpp"
#include "core/sample.hpp"
#include "core/strategy.hpp"
#include "os/cache.hpp"

namespace readmark {

/// A pass that did not do what it should.
class PassError : public std::runtime_error {
 public:
  PassError(Status status, const std::string& reason)
      : std::runtime_error(reason), status_(status) {}
  Status status() const noexcept { return status_; }  // wrong or failed

 private:
  Status status_;
};

class PassRunner {
 public:
  /// Makes the reader: threads are started and buffers touched here. Throws RuntimeError.
  PassRunner(const Strategy& strategy, const protocol::Measure& request);

  /// An untimed pass in whatever cache state there is. Throws PassError.
  void warm_up();

  /// Makes the cache state, then one pass between two readings of the clock. Throws PassError.
  Sample timed_pass(std::uint32_t iteration);

  /// Of the timed passes so far.
  const Counters& counters() const { return counters_; }
  Effective effective() const;
  std::string checksum() const;  // 32 hex digits; empty before the first pass and for controls

 private:
  void make_cache_state(Sample& sample);
  void check(const Pass& pass);

  const Strategy& strategy_;
  const Case& case_;
  bool drop_caches_;
  bool limited_;                    // in memory
  std::unique_ptr<os::Twin> twin_;  // of a file that is to be cold and does not leave the cache
  Dataset data_;                    // at its twin's path, if it has one
  Consumers consumers_;
  std::unique_ptr<Reader> reader_;
  std::optional<Checksum> checksum_;
  Counters counters_;
  std::string cache_trouble_;
};

/// What the parent must know to judge what was handed over, whatever the passes did.
Effective declared(const Strategy& strategy, const Case& bench_case);

/// One untimed pass with the digest consumer over poisoned buffers, against the manifest. Throws
/// PassError. `verified` holds what was found also when it does.
void verify_pass(const Strategy& strategy, const Case& bench_case, const Dataset& data,
                 protocol::Verified& verified);

}  // namespace readmark
