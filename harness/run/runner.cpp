// Verify, first cold pass, rounds.
#include "run/runner.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "os/cache.hpp"
#include "os/clock.hpp"
#include "os/counters.hpp"
#include "run/measurement.hpp"
#include "run/order.hpp"
#include "stats/describe.hpp"

namespace readmark::run {
namespace {

constexpr std::int64_t kVerifyingPasses = 5;  // how many times max_pass a verifying pass may take
constexpr std::int64_t kLateShare = 20;  // of the budget: how late its last measurement may end
constexpr unsigned kInvalidTolerated =
    3;  // in a row, before a case is given up: one may be a passing disturbance

// Canaries and controls say whether the rest may be believed: a spent budget must not leave them
// out.
bool comes_first(Role role) { return role == Role::canary || role == Role::control; }

unsigned warmup_for(const PlannedCase& planned) {
  return planned.bench_case.cache == Cache::cold ? 0 : 1;
}

bool is_failure(Status status) {
  return status != Status::ok && status != Status::invalid && status != Status::interrupted;
}

}  // namespace

Runner::Runner(store::Store& store, store::Id run, store::Id session, const BenchProgram& bench,
               std::vector<Entry> entries, RunnerOptions options, Watcher& watcher,
               std::function<int()> interrupts)
    : store_(store),
      run_(run),
      session_(session),
      bench_(bench),
      entries_(std::move(entries)),
      options_(options),
      watcher_(watcher),
      interrupts_(std::move(interrupts)) {}

bool Runner::run() {
  since_ns_ = os::monotonic_ns();
  for (Entry& entry : entries_) {
    std::error_code ignored;
    if (entry.planned.data.kind == "file")
      entry.stamp = os::file_stamp(entry.planned.data.path, ignored);
  }
  verify_all();
  rounds_since_ns_ = os::monotonic_ns();
  first_cold_passes();
  rounds();
  if (!interrupted()) {
    find_few_rounds();
    settle_rest();
  }
  return interrupted();
}

void Runner::verify_all() {
  std::size_t done = 0;
  for (Entry& entry : entries_) {
    if (interrupted() || budget_left() <= 0) return;
    watcher_.phase("verifying", done++, entries_.size());
    const bool needed =
        entry.planned.bench_case.role == Role::subject && entry.planned.data.kind == "file";
    if (needed && !entry.verified && !entry.settled) verify(entry);
    if (entry.pass_ns == 0) entry.pass_ns = guessed_pass_ns(entry.planned);
  }
}

void Runner::verify(Entry& entry) {
  const Limits& limits = options_.limits;
  // What max_pass leaves out need not be waited for to its end.
  const std::int64_t patience = kVerifyingPasses * limits.max_pass_ns;
  const bool impatient = limits.max_pass_ns > 0 && patience < limits.timeout_ns;
  const std::int64_t longest = impatient ? patience : limits.timeout_ns;
  const std::int64_t limit = std::min(longest, budget_left());
  if (!options_.victim.empty()) os::warm(options_.victim);
  const std::int64_t started = os::unix_time_ns();
  const WorkerAnswer answer =
      bench_.ask(protocol::Verify{entry.planned.bench_case, entry.planned.data}, limit,
                 [this] { return interrupts_() > 1; });
  Judgement judgement = judge_verification(entry.planned.data, answer, limit);
  const bool out_of_time = limit < longest && judgement.status == Status::timeout;
  const bool given_up = impatient && !out_of_time && judgement.status == Status::timeout;
  if (given_up || out_of_time) judgement.status = Status::skipped;
  store::MeasurementRow row = verification_row(answer, judgement);
  row.resident_after = os::residency(entry.planned.data.path);
  if (!options_.victim.empty()) row.victim_resident = os::residency(options_.victim);
  row.session_id = session_;
  row.seq = seq_++;
  row.entry_id = entry.id;
  row.started_ns = started;
  store_.add_measurement(row, {});

  entry.verified = judgement.status == Status::ok;
  entry.pass_ns = given_up ? limit : row.time_ns.value_or(0);
  if (judgement.status == Status::interrupted || out_of_time) return;
  if (!entry.verified && !given_up)
    return settle(entry, judgement.status, fmt::format("while verifying: {}", judgement.reason));
  if (limits.max_pass_ns == 0 || entry.pass_ns <= limits.max_pass_ns) return;
  settle(entry, Status::skipped,
         fmt::format("a pass takes {}{}; this profile leaves out what takes more than {} "
                     "(max_pass): a profile with a larger one, such as standard, measures it",
                     given_up ? "more than " : "", human_duration(entry.pass_ns),
                     human_duration(limits.max_pass_ns)));
}

void Runner::first_cold_passes() {
  std::set<std::string> done;
  for (Entry& entry : entries_) {
    const Case& bench_case = entry.planned.bench_case;
    const bool candidate =
        bench_case.role == Role::subject && bench_case.cache == Cache::cold && !entry.settled;
    if (!candidate || interrupted() || !done.insert(bench_case.data).second) continue;
    if (!entry.rounds.empty()) continue;  // a resumed run had its first pass
    if (!fits(entry)) continue;
    measure(entry, store::MeasurementKind::first, std::nullopt, 0);
  }
}

void Runner::rounds() {
  for (unsigned number = 0; number < options_.limits.max_rounds; ++number) {
    if (interrupted() || budget_left() <= 0 || !any_unfinished(number)) return;
    const std::size_t before = measured_;
    round(number);
    if (cut_short_ && measured_ == before) return;
  }
}

void Runner::round(unsigned number) {
  std::vector<unsigned> groups;
  for (const Entry& entry : entries_) groups.push_back(entry.planned.group);
  std::vector<std::size_t> order = round_order(groups, options_.seed, number);
  std::stable_partition(order.begin(), order.end(), [&](std::size_t i) {
    return comes_first(entries_[i].planned.bench_case.role);
  });

  std::vector<std::pair<std::int64_t, Entry*>>
      wanted;  // position in the full order: a resumed run keeps it
  for (std::size_t position = 0; position < order.size(); ++position) {
    Entry& entry = entries_[order[position]];
    if (!unfinished(entry, number) || entry.rounds.contains(number)) continue;
    wanted.emplace_back(static_cast<std::int64_t>(position), &entry);
  }
  record_noise(number);
  std::size_t done = 0;
  for (const auto& [position, entry] : wanted) {
    if (interrupted() || budget_left() <= 0) return;
    watcher_.round(number, done, wanted.size(), time_left(number, done, wanted.size()));
    ++done;
    if (!fits(*entry)) continue;
    measure(*entry, store::MeasurementKind::timed, number, position);
    ++measured_;
  }
}

void Runner::measure(Entry& entry, store::MeasurementKind kind, std::optional<unsigned> round,
                     std::int64_t position) {
  const std::string trouble = data_trouble(entry);
  if (!trouble.empty()) return settle(entry, Status::wrong, trouble);
  const Limits& limits = options_.limits;
  const PlannedCase& planned = entry.planned;
  protocol::Measure request{
      planned.bench_case,  planned.data,         iterations_for(planned, entry.pass_ns),
      warmup_for(planned), options_.drop_caches, limits.memory_bytes > 0};

  const std::int64_t started = os::unix_time_ns();
  const WorkerAnswer answer =
      bench_.ask(request, limits.timeout_ns, [this] { return interrupts_() > 1; });
  const Judgement judgement = judge_measurement(planned.bench_case, planned.data, planned.placement,
                                                answer, limits.timeout_ns);
  store::MeasurementRow row = measurement_row(planned.bench_case, answer, judgement);
  row.kind = kind;
  row.session_id = session_;
  row.seq = seq_++;
  row.entry_id = entry.id;
  row.position = position;
  row.started_ns = started;
  if (round) row.round = *round;
  store_.transaction([&] {
    store_.add_measurement(row, answer.samples);
    for (const Finding& finding : judgement.findings) {
      store_.add_finding({run_,
                          finding.rule,
                          static_cast<std::int64_t>(&entry - entries_.data()),
                          row.round,
                          finding.detail,
                          {}});
    }
  });
  if (round) entry.rounds.insert(*round);
  if (kind == store::MeasurementKind::timed || is_failure(judgement.status)) learn(entry, row);
}

// The figures of a file that became another one in between would be figures of two files.
std::string Runner::data_trouble(const Entry& entry) const {
  if (entry.planned.data.kind != "file") return "";
  std::error_code error;
  const os::FileStamp now = os::file_stamp(entry.planned.data.path, error);
  if (error)
    return failure_sentence("find", display_path(entry.planned.data.path), error,
                            "it was there when the run began");
  if (os::same_file(now, entry.stamp)) return "";
  return fmt::format("{} was changed or replaced during the run",
                     display_path(entry.planned.data.path));
}

void Runner::learn(Entry& entry, const store::MeasurementRow& row) {
  const std::string reason = row.reason.value_or("");
  if (row.status == Status::ok) {
    entry.invalid_in_a_row = 0;
    if (entry.checksum.empty()) entry.checksum = row.checksum.value_or("");
    if (row.checksum.value_or(entry.checksum) != entry.checksum) {
      return settle(entry, Status::wrong,
                    "the checksum differs between two rounds: the file was changed, or it is not "
                    "read the same twice");
    }
    if (row.time_ns) entry.times_ns.push_back(static_cast<double>(*row.time_ns));
    return;
  }
  if (is_failure(row.status)) return settle(entry, row.status, reason);
  if (row.status != Status::invalid) return;
  ++entry.invalid_in_a_row;
  entry.last_invalid = reason;
  const bool hopeless = entry.times_ns.empty() && entry.invalid_in_a_row >= kInvalidTolerated;
  if (hopeless) settle(entry, Status::invalid, reason);
}

void Runner::settle(Entry& entry, Status status, const std::string& reason) {
  entry.settled = status;
  store_.set_entry_status(entry.id, status, reason);
}

void Runner::find_few_rounds() {
  if (!budget_spent()) return;
  const unsigned least = options_.limits.min_rounds;
  const auto is_short = [&](const Entry& entry) {
    return entry.planned.bench_case.role == Role::subject && !entry.settled &&
           entry.rounds.size() < least;
  };
  const auto count = std::count_if(entries_.begin(), entries_.end(), is_short);
  if (count == 0) return;
  const std::string detail = fmt::format(
      "the time budget of {} ended before round {} for {} cases: what has fewer than six rounds "
      "has no interval, so its order means little; "
      "raise it with --max-time, or choose fewer cases",
      human_duration(options_.limits.max_time_ns), least, count);
  store_.add_finding({run_, "few_rounds", {}, {}, detail, {}});
  watcher_.note(detail);
}

// What the rounds left without a status: measured well enough, or not at all.
void Runner::settle_rest() {
  for (Entry& entry : entries_) {
    if (entry.settled) continue;
    if (!entry.times_ns.empty()) {
      settle(entry, Status::ok, "");
    } else if (entry.invalid_in_a_row > 0) {
      settle(entry, Status::invalid, entry.last_invalid);
    } else {
      settle(entry, Status::skipped,
             !budget_spent()
                 ? std::string("no subject was left to measure beside it")
                 : fmt::format(
                       "the time budget of {} was spent before its turn; raise it with --max-time",
                       human_duration(options_.limits.max_time_ns)));
    }
  }
}

void Runner::record_noise(unsigned round) {
  const os::Noise noise = os::noise();
  store_.add_noise({session_, round, noise.load, noise.steal, noise.psi_io, noise.psi_mem,
                    noise.psi_cpu, noise.freq_khz, noise.temp});
}

// Not measured well enough before this round. Whatever is no subject goes on as long as a subject
// does.
bool Runner::unfinished(const Entry& entry, unsigned round) const {
  if (entry.settled) return false;
  const Limits& limits = options_.limits;
  const bool may_stop = entry.planned.bench_case.role == Role::subject &&
                        round >= limits.min_rounds && limits.target_ci_pct > 0;
  if (!may_stop || entry.times_ns.empty()) return true;
  return !stats::narrow_enough(stats::summarise(entry.times_ns), limits.target_ci_pct / 100);
}

bool Runner::any_unfinished(unsigned round) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.planned.bench_case.role == Role::subject && unfinished(entry, round);
  });
}

// Without a budget there is no end to it.
std::int64_t Runner::budget_left() const {
  const std::int64_t budget = options_.limits.max_time_ns;
  if (budget <= 0) return std::numeric_limits<std::int64_t>::max();
  return budget - (os::monotonic_ns() - since_ns_);
}

// A budget is what a person waits: what would end a twentieth of it too late is not begun.
bool Runner::fits(const Entry& entry) {
  const std::int64_t budget = options_.limits.max_time_ns;
  if (budget <= 0) return true;
  const PlannedCase& planned = entry.planned;
  const std::int64_t passes = iterations_for(planned, entry.pass_ns) + warmup_for(planned);
  const std::int64_t measured_ns =
      entry.times_ns.empty() ? 0 : static_cast<std::int64_t>(entry.times_ns.back());
  const std::int64_t needs = std::max(entry.pass_ns, measured_ns) * passes;
  const bool in_time = needs <= budget_left() + budget / kLateShare;
  cut_short_ = cut_short_ || !in_time;
  return in_time;
}

// By the pace so far, over the least number of rounds, within the budget.
std::int64_t Runner::time_left(unsigned round, std::size_t done, std::size_t total) const {
  const std::int64_t now = os::monotonic_ns();
  const double pace =
      measured_ == 0 ? 0
                     : static_cast<double>(now - rounds_since_ns_) / static_cast<double>(measured_);
  const std::size_t rounds_after =
      round + 1 < options_.limits.min_rounds ? options_.limits.min_rounds - round - 1 : 0;
  std::int64_t left =
      static_cast<std::int64_t>(pace * static_cast<double>(total - done + rounds_after * total));
  const std::int64_t budget = options_.limits.max_time_ns;
  if (budget > 0) left = std::min(left, budget - (now - since_ns_));
  return std::max<std::int64_t>(left, 0);
}

}  // namespace readmark::run
