// One sitting of measuring, whoever asks for it: `run`, `explain`. Flags, lock, findings, and a
// database that is complete whatever happens.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "core/profile.hpp"
#include "os/host_lock.hpp"
#include "run/record.hpp"
#include "store/store.hpp"

namespace CLI {
class App;
}

namespace readmark::cli {

/// As typed.
struct SittingFlags {
  unsigned rounds = 0, min_rounds = 0, max_rounds = 0;
  double target_ci = -1;
  std::string wrap;
  std::optional<std::string> max_time, timeout, memory_limit;
  std::optional<std::string> cpus;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> labels;
  bool drop_caches = false, allow_concurrent = false;

  void declare(CLI::App& app);
  void apply(Limits& limits) const;          // throws UsageError
  std::vector<std::string> wrapper() const;  // for run::BenchProgram
  std::uint64_t seed_or_random() const;
};

/// `argv` is what the run is told to have been called with; what changes the measuring is added.
/// Throws UsageError for a label that is not NAME=VALUE.
run::RunMeta meta_of(const SittingFlags& flags, std::vector<std::string> argv);

/// The lock of this host, waited for up to `wait_ns`; null if another run has it and the flags
/// allow that. Throws RuntimeError if they do not.
std::unique_ptr<os::HostLock> lock_host(const SittingFlags& flags, std::int64_t wait_ns);

struct Measured {
  store::Id run = 0;
  int code = 0;  // what the program ends with
};

/// Measures to the end, the budget or an interrupt; makes the statistics and closes session and
/// run.
Measured measure(const SittingFlags& flags, const Globals& globals, store::Store& store,
                 const run::BenchProgram& bench, run::LiveRun live, ProgressLine& progress);

/// A new run of this plan: locks the host, records what the reader of the figures must know, and
/// measures.
Measured measure_plan(const SittingFlags& flags, const Globals& globals, store::Store& store,
                      const run::BenchProgram& bench, const run::Plan& plan,
                      const std::vector<Dataset>& data, const run::RunMeta& meta,
                      ProgressLine& progress);

}  // namespace readmark::cli
