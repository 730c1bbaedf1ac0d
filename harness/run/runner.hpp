// The run itself: verify, first cold pass, rounds. Writes every row as soon as it is known.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "os/file.hpp"
#include "run/bench_program.hpp"
#include "run/plan.hpp"
#include "store/store.hpp"

namespace readmark::run {

/// What the person watching is told. Called between measurements only.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void phase(const std::string& name, std::size_t done,
                     std::size_t total) = 0;  // "verifying"
  virtual void round(unsigned round, std::size_t done, std::size_t total, std::int64_t left_ns) = 0;
  virtual void note(const std::string& sentence) = 0;  // something the person should know
};

/// A planned case on its way through the run.
struct Entry {
  PlannedCase planned;
  store::Id id = 0;
  std::optional<Status> settled;  // no further measurement
  std::int64_t pass_ns = 0;       // an estimate of one pass
  bool verified = false;
  std::set<std::int64_t> rounds;  // that have a measurement
  std::vector<double> times_ns;   // of its ok measurements
  os::FileStamp stamp;            // of the data when the run began
  std::string checksum;           // of its first ok measurement: the same in all of them
  unsigned invalid_in_a_row = 0;
  std::string last_invalid;  // the reason
};

struct RunnerOptions {
  Limits limits;
  std::uint64_t seed = 0;
  bool drop_caches = false;
  std::filesystem::path victim;  // a file that no case reads; empty: none
};

class Runner {
 public:
  Runner(store::Store& store, store::Id run, store::Id session, const BenchProgram& bench,
         std::vector<Entry> entries, RunnerOptions options, Watcher& watcher,
         std::function<int()> interrupts);

  /// Runs to the end, the budget, or the first interrupt (the row in hand is finished; a second
  /// interrupt ends that too). Returns true if it was interrupted.
  bool run();

 private:
  void verify_all();
  void verify(Entry& entry);
  void first_cold_passes();
  void rounds();
  void round(unsigned number);
  void measure(Entry& entry, store::MeasurementKind kind, std::optional<unsigned> round,
               std::int64_t position);
  std::string data_trouble(const Entry& entry) const;
  void learn(Entry& entry, const store::MeasurementRow& row);
  void settle(Entry& entry, Status status, const std::string& reason);
  void find_few_rounds();
  void settle_rest();
  void record_noise(unsigned round);
  bool unfinished(const Entry& entry, unsigned round) const;
  bool any_unfinished(unsigned round) const;
  std::int64_t budget_left() const;
  bool budget_spent() const { return cut_short_ || budget_left() <= 0; }
  bool fits(const Entry& entry);
  bool interrupted() const { return interrupts_() > 0; }
  std::int64_t time_left(unsigned round, std::size_t done, std::size_t total) const;

  store::Store& store_;
  store::Id run_;
  store::Id session_;
  const BenchProgram& bench_;
  std::vector<Entry> entries_;
  RunnerOptions options_;
  Watcher& watcher_;
  std::function<int()> interrupts_;
  std::int64_t seq_ = 0;
  std::int64_t rounds_since_ns_ = 0;
  std::int64_t since_ns_ = 0;  // verifying counts too: a budget is what a person waits
  std::size_t measured_ = 0;   // in the rounds of this session
  bool cut_short_ = false;     // something was left out because it would have overrun the budget
};

}  // namespace readmark::run
