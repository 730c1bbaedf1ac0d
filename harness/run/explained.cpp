// Stored rows -> figures per pass and unit costs.
#include "run/explained.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "core/units.hpp"
#include "run/ceilings.hpp"
#include "stats/describe.hpp"

namespace readmark::run {
namespace {

using Row = store::MeasurementRow;

std::optional<double> middle(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(stats::median(values));
}

/// Counters are stored over all passes of a measurement.
std::optional<double> per_pass(const Row& row, const std::optional<std::int64_t>& count) {
  if (!count || row.iterations <= 0) return {};
  return static_cast<double>(*count) / static_cast<double>(row.iterations);
}

template <typename Get>
std::optional<double> median_of(const std::vector<Row>& rows, Get get) {
  std::vector<double> values;
  for (const Row& row : rows) {
    if (const std::optional<double> value = get(row)) values.push_back(*value);
  }
  return middle(values);
}

template <auto Count>
std::optional<double> median_count(const std::vector<Row>& rows) {
  return median_of(rows, [](const Row& row) { return per_pass(row, row.*Count); });
}

Bytes how(const Case& bench_case, const std::vector<Row>& rows) {
  if (bench_case.knobs.has("direct") && bench_case.knobs.on("direct")) return Bytes::direct;
  if (rows.empty()) return Bytes::unknown;
  const auto effective = nlohmann::json::parse(rows.front().effective, nullptr, false);
  if (!effective.is_object()) return Bytes::unknown;
  if (effective.contains("direct")) return Bytes::direct;  // also what is so without the knob
  const auto bytes = effective.find("bytes");
  if (bytes == effective.end() || !bytes->is_string()) return Bytes::unknown;
  return *bytes == "copied"     ? Bytes::copied
         : *bytes == "in place" ? Bytes::in_place
                                : Bytes::unknown;
}

struct Cpu {
  double user_ns = 0, sys_ns = 0;
};

/// The sum of user and system time is exact per pass, but many kernels split it by their tick, of
/// milliseconds: the split comes from all passes together.
Cpu cpu_time(const store::Store& store, const std::vector<Row>& rows) {
  std::vector<double> totals;
  double user = 0;
  double all = 0;
  for (const Row& row : rows) {
    std::vector<double> passes;
    for (const store::SampleRow& sample : store.samples(row.id)) {
      passes.push_back(static_cast<double>(sample.user_ns + sample.sys_ns));
      user += static_cast<double>(sample.user_ns);
      all += passes.back();
    }
    if (passes.empty() && row.user_ns && row.sys_ns) {  // pruned
      passes.push_back(static_cast<double>(*row.user_ns + *row.sys_ns));
      user += static_cast<double>(*row.user_ns);
      all += passes.back();
    }
    if (!passes.empty()) totals.push_back(stats::median(passes));
  }
  const double total = middle(totals).value_or(0);
  const double share = all > 0 ? user / all : 0;
  return {share * total, (1 - share) * total};
}

/// What the ceilings of a run tell of single operations, told apart by their knobs.
class Costs {
 public:
  explicit Costs(const store::Store& store) : store_(store) {}

  void add(const Case& bench_case, const std::vector<Row>& rows) {
    const Knobs& knobs = bench_case.knobs;
    if (knobs.has("mem")) {
      if (knobs.has("threads") && knobs.count("threads") != 1) return;
      const auto rate = middle(rates(rows));
      const Bytes bytes = how(bench_case, rows);
      if (rate && bytes == Bytes::copied) copy_[knobs.size("mem")] = *rate;
      if (rate && bytes == Bytes::in_place) read_[knobs.size("mem")] = *rate;
    } else if (knobs.has("block")) {
      device_.push_back({bench_case, rates(rows)});
    } else if (knobs.has("count")) {
      const double count = knobs.count("count");
      call_ = cost(rows, [&](const Row&) { return std::optional(count); });
    } else if (knobs.has("size")) {
      first_touch_ = cost(rows, minor_faults);
    } else {
      mapped_fault_ = cost(rows, minor_faults);
    }
  }

  UnitCosts at(std::uint64_t bytes) const {
    return {.copy_gb_per_s = at_size(copy_, bytes),
            .read_gb_per_s = at_size(read_, bytes),
            .device_gb_per_s = Ceilings(device_).of(Cache::cold, bytes),
            .first_touch = first_touch_,
            .mapped_fault = mapped_fault_,
            .call = call_};
  }

 private:
  using BySize = std::map<std::uint64_t, double>;

  static std::vector<double> rates(const std::vector<Row>& rows) {
    std::vector<double> figures;
    for (const Row& row : rows) {
      if (row.bytes && row.time_ns)
        figures.push_back(gb_per_s(*row.bytes, static_cast<double>(*row.time_ns)));
    }
    return figures;
  }

  static std::optional<double> minor_faults(const Row& row) {
    return per_pass(row, row.minor_faults);
  }

  /// Of one operation, in processor time: what a busy machine adds to wall time is in no operation.
  /// Wall time where the system does not tell processor time.
  template <typename Count>
  std::optional<OperationCost> cost(const std::vector<Row>& rows, Count operations) const {
    const auto count = median_of(rows, operations);
    const Cpu cpu = cpu_time(store_, rows);
    const double used = cpu.user_ns + cpu.sys_ns;
    const auto time = used > 0 ? std::optional(used) : median_of(rows, [](const Row& row) {
      return row.time_ns ? std::optional(static_cast<double>(*row.time_ns)) : std::nullopt;
    });
    if (!count || *count <= 0 || !time) return {};
    return OperationCost{*time / *count, used > 0 ? cpu.user_ns / used : 0};
  }

  const store::Store& store_;

  // At that size, or the next smaller one measured.
  static std::optional<double> at_size(const BySize& rates, std::uint64_t bytes) {
    const auto above = rates.upper_bound(bytes);
    return above == rates.begin() ? std::nullopt : std::optional(std::prev(above)->second);
  }

  BySize copy_, read_;
  std::vector<CeilingCase> device_;
  std::optional<OperationCost> first_touch_, mapped_fault_, call_;
};

CaseFigures figures_of(const store::Store& store, const ResultRow& row,
                       const std::vector<Row>& rows) {
  const Cpu cpu = cpu_time(store, rows);
  return {.wall_ns = *row.median_ns,
          .user_ns = cpu.user_ns,
          .sys_ns = cpu.sys_ns,
          .bytes = row.bytes.value_or(0),
          .how = how(row.bench_case, rows),
          .minor_faults = median_count<&Row::minor_faults>(rows),
          .major_faults = median_count<&Row::major_faults>(rows),
          .calls = median_count<&Row::syscalls>(rows),
          .ctx_vol = median_count<&Row::ctx_vol>(rows),
          .ctx_inv = median_count<&Row::ctx_inv>(rows),
          .device_bytes = median_of(rows, [](const Row& r) {
            return r.device_bytes ? std::optional(static_cast<double>(*r.device_bytes))
                                  : std::nullopt;
          })};
}

}  // namespace

std::vector<ExplainedCase> explain_run(const store::Store& store, const Result& result,
                                       const std::function<bool(const Case&)>& wanted) {
  std::vector<std::vector<Row>> rows(result.rows.size());
  for (const store::RunMeasurement& m : store.measurements(result.run.id)) {
    const bool counts = m.row.kind == store::MeasurementKind::timed && m.row.status == Status::ok;
    if (counts) rows.at(static_cast<std::size_t>(m.entry_ordinal)).push_back(m.row);
  }
  Costs costs(store);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Case& bench_case = result.rows[i].bench_case;
    if (bench_case.role == Role::ceiling) costs.add(bench_case, rows[i]);
  }
  std::vector<ExplainedCase> cases;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ResultRow& row = result.rows[i];
    if (!wanted(row.bench_case)) continue;
    ExplainedCase& one = cases.emplace_back();
    one.row = row;
    if (!one.measured() || rows[i].empty()) continue;
    one.costs = costs.at(row.bytes.value_or(0));
    one.figures = figures_of(store, row, rows[i]);
    one.why = explain(one.figures, one.costs);
    one.call_source = rows[i].front().syscall_source.value_or("");
  }
  return cases;
}

}  // namespace readmark::run
