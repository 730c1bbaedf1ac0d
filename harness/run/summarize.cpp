// Statistics of a run, from its stored measurements.
#include "run/summarize.hpp"

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/units.hpp"
#include "run/ceilings.hpp"
#include "run/families.hpp"
#include "stats/describe.hpp"
#include "stats/movement.hpp"

namespace readmark::run {
namespace {

constexpr double kTooGood = 1.5;  // times the ceiling: no machine is that much better than its best

using Row = store::MeasurementRow;

struct Metric {
  std::string_view name;
  std::optional<double> (*value)(const Row&);
};

template <auto Member>
std::optional<double> column(const Row& row) {
  const auto& value = row.*Member;
  return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

constexpr Metric kMetrics[] = {{"time_ns", column<&Row::time_ns>},
                               {"user_ns", column<&Row::user_ns>},
                               {"sys_ns", column<&Row::sys_ns>},
                               {"peak_rss_bytes", column<&Row::peak_rss_bytes>},
                               {"device_bytes", column<&Row::device_bytes>},
                               {"resident_after", column<&Row::resident_after>}};

// The measurements that count of one entry: timed and ok; and how many were invalid.
struct EntryRows {
  std::vector<Row> ok;
  std::int64_t invalid = 0;
  std::optional<double> victim_resident;  // after its verifying pass
};

std::vector<double> values_of(const std::vector<Row>& rows, const Metric& metric) {
  std::vector<double> values;
  for (const Row& row : rows) {
    if (const auto value = metric.value(row)) values.push_back(*value);
  }
  return values;
}

store::SummaryRow summary_row(store::Id entry, std::string_view metric,
                              const std::vector<double>& values) {
  const stats::Summary d = stats::summarise(values);
  store::SummaryRow row;
  row.entry_id = entry;
  row.metric = metric;
  row.n = static_cast<std::int64_t>(values.size());
  row.median = d.median;
  row.mad = d.mad;
  row.min = d.min;
  row.max = d.max;
  row.mean = d.mean;
  row.sd = d.sd;
  row.outliers = static_cast<std::int64_t>(d.outliers);
  row.stats_version = stats::kStatsVersion;
  if (d.interval) {
    row.ci_low = d.interval->low;
    row.ci_high = d.interval->high;
    row.ci_level = d.interval->level;
  }
  return row;
}

class Summarizer {
 public:
  Summarizer(store::Store& store, store::Id run)
      : store_(store),
        run_(run),
        plan_(store.plan(run)),
        rows_(plan_.size()),
        ceilings_(measured_ceilings()) {}

  void write() {
    store_.clear_derived(run_);
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      summarize_entry(i);
      share_of_ceiling(i);
      invalid_rounds(i);
    }
    growth();
    canaries();
    controls();
  }

 private:
  // Also fills rows_.
  Ceilings measured_ceilings() {
    for (const store::RunMeasurement& measurement : store_.measurements(run_)) {
      EntryRows& rows = rows_.at(static_cast<std::size_t>(measurement.entry_ordinal));
      if (measurement.row.kind == store::MeasurementKind::verify)
        rows.victim_resident = measurement.row.victim_resident;
      if (measurement.row.kind != store::MeasurementKind::timed) continue;
      if (measurement.row.status == Status::ok) rows.ok.push_back(measurement.row);
      rows.invalid += measurement.row.status == Status::invalid ? 1 : 0;
    }
    std::vector<CeilingCase> cases;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (plan_[i].entry.role != Role::ceiling) continue;
      cases.push_back({plan_[i].bench_case, throughputs(i)});
    }
    return Ceilings(cases);
  }

  std::vector<double> throughputs(std::size_t i) const {
    std::vector<double> figures;
    for (const Row& row : rows_[i].ok) {
      if (row.bytes && row.time_ns)
        figures.push_back(gb_per_s(*row.bytes, static_cast<double>(*row.time_ns)));
    }
    return figures;
  }

  void summarize_entry(std::size_t i) {
    for (const Metric& metric : kMetrics) {
      const std::vector<double> values = values_of(rows_[i].ok, metric);
      if (!values.empty()) store_.add_summary(summary_row(plan_[i].entry.id, metric.name, values));
    }
    if (const auto victim = rows_[i].victim_resident)
      store_.add_summary(summary_row(plan_[i].entry.id, "victim_resident", {*victim}));
  }

  void share_of_ceiling(std::size_t i) {
    const store::PlanEntry& planned = plan_[i];
    const bool compared =
        planned.entry.role == Role::subject || planned.entry.role == Role::control;
    if (!compared || !planned.dataset) return;
    const auto ceiling = ceilings_.of(planned.bench_case.cache, planned.dataset->bytes);
    std::vector<double> shares = throughputs(i);
    if (!ceiling || shares.empty()) return;
    for (double& share : shares) share /= *ceiling;
    store_.add_summary(summary_row(planned.entry.id, "ceiling_share", shares));

    const double share = stats::median(shares);
    const bool proved_cold = planned.bench_case.cache == Cache::cold &&
                             planned.entry.role == Role::subject;  // ok means: device bytes right
    if (share <= kTooGood || proved_cold) return;
    add_finding("above_ceiling", planned.entry.ordinal,
                fmt::format("{:.1f} times the ceiling of {:.1f} GB/s: too good to be a read", share,
                            *ceiling));
  }

  void invalid_rounds(std::size_t i) {
    if (rows_[i].invalid == 0 || rows_[i].ok.empty()) return;
    add_finding(
        "invalid_rounds", plan_[i].entry.ordinal,
        fmt::format("{} of {} rounds did not achieve the cache state; they are not in the figures",
                    rows_[i].invalid,
                    rows_[i].invalid + static_cast<std::int64_t>(rows_[i].ok.size())));
  }

  void growth() {
    const std::vector<Family> all =
        families(plan_, [&](std::size_t i) -> const std::vector<Row>& { return rows_[i].ok; });
    for (const Family& family : all) {
      store_.add_growth(family.growth);
      if (!family.growth.flagged) continue;
      for (const std::int64_t ordinal : family.ordinals)
        add_finding("growth", ordinal, growth_sentence(family.growth, all));
    }
  }

  void canaries() {
    std::string moved;
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      if (plan_[i].entry.role != Role::canary) continue;
      const auto movement = stats::movement(values_of(rows_[i].ok, kMetrics[0]));
      if (!movement || !movement->moved()) continue;
      moved += fmt::format(
          "{}{}: {:+.1f} % from the first half of the rounds to the second, middle half of them "
          "{:.1f} % wide",
          moved.empty() ? "" : "; ", plan_[i].bench_case.name, 100 * movement->shift,
          100 * movement->spread);
    }
    if (!moved.empty())
      add_finding("canary_moved", {}, "the machine changed during the run: " + moved);
  }

  // A control that nothing flags means that the flags do not work: the run is not to be believed.
  void controls() {
    std::map<std::int64_t, bool> flagged;
    for (const store::FindingRow& finding : store_.findings(run_)) {
      const bool flags = finding.rule == "unconsumed" || finding.rule == "above_ceiling" ||
                         finding.rule == "sparse";
      if (finding.entry_ordinal && flags) flagged[*finding.entry_ordinal] = true;
    }
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const store::EntryRow& entry = plan_[i].entry;
      if (entry.role != Role::control || rows_[i].ok.empty() || flagged[entry.ordinal]) continue;
      store_.set_entry_status(entry.id, Status::wrong,
                              "this control does not read the file, and no finding flagged it");
    }
  }

  void add_finding(std::string_view rule, std::optional<std::int64_t> ordinal, std::string detail) {
    store::FindingRow finding;
    finding.run_id = run_;
    finding.rule = rule;
    finding.entry_ordinal = ordinal;
    finding.detail = std::move(detail);
    finding.stats_version = stats::kStatsVersion;
    store_.add_finding(finding);
  }

  store::Store& store_;
  store::Id run_;
  std::vector<store::PlanEntry> plan_;
  std::vector<EntryRows> rows_;
  Ceilings ceilings_;
};

}  // namespace

void summarize(store::Store& store, store::Id run) {
  store.transaction([&] { Summarizer(store, run).write(); });
}

}  // namespace readmark::run
