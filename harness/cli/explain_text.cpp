// Explanations for people and for programs.
#include "cli/explain_text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/text.hpp"
#include "core/units.hpp"

namespace readmark::cli {
namespace {

using nlohmann::ordered_json;
using run::ExplainedCase;

// Below this share of the difference a part is not worth a word.
constexpr double kWorthAWord = 0.03;

std::string time_text(double ns) {
  const std::string text = human_duration(std::llround(std::abs(ns)));
  return ns < 0 ? "-" + text : text;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

double share_of(double part, double whole) { return whole == 0 ? 0 : part / whole; }

std::vector<const ExplainedCase*> by_time(const std::vector<ExplainedCase>& cases) {
  std::vector<const ExplainedCase*> sorted;
  for (const ExplainedCase& one : cases) {
    const bool counts = one.measured() && one.row.status.value_or(Status::ok) == Status::ok;
    if (counts) sorted.push_back(&one);
  }
  std::ranges::stable_sort(sorted, {}, [](const ExplainedCase* c) { return c->figures.wall_ns; });
  return sorted;
}

// Intervals that overlap, or are not known: then the difference may be none.
bool may_be_equal(const run::ResultRow& slower, const run::ResultRow& faster) {
  if (!slower.ci_low_ns || !faster.ci_high_ns) return true;
  return *slower.ci_low_ns <= *faster.ci_high_ns;
}

std::string headline(const ExplainedCase& one) {
  const run::ResultRow& row = one.row;
  std::string text = fmt::format("{}  ", time_text(*row.median_ns));
  if (row.ci_low_ns && row.ci_high_ns)
    text += fmt::format("({} .. {})  ", time_text(*row.ci_low_ns), time_text(*row.ci_high_ns));
  text += fmt::format("{:.2f} GB/s", row.gb_per_s());
  if (row.ceiling_share) text += fmt::format(", {} of the ceiling", percent(*row.ceiling_share));
  return text + fmt::format(", {} round{}", row.rounds, row.rounds == 1 ? "" : "s");
}

std::string count(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string("?");
}

std::string counters(const ExplainedCase& one) {
  const run::CaseFigures& f = one.figures;
  const std::string device =
      f.device_bytes ? human_bytes(static_cast<std::uint64_t>(*f.device_bytes)) : "? bytes";
  return fmt::format(
      "user {}, system {}; {} minor and {} major page faults; {} read calls{}; {} voluntary and {} "
      "forced context switches; {} from the device",
      time_text(f.user_ns), time_text(f.sys_ns), count(f.minor_faults), count(f.major_faults),
      count(f.calls), one.call_source.empty() ? "" : " (" + one.call_source + ")", count(f.ctx_vol),
      count(f.ctx_inv), device);
}

std::string parts_table(const ExplainedCase& one) {
  TextTable table({{"part"}, {"time", Align::right}, {"share", Align::right}, {"from"}});
  const double wall = one.figures.wall_ns;
  for (const run::Part& part : one.why.parts) {
    table.add({std::string(run::part_title(part.name)), part.ns ? time_text(*part.ns) : "?",
               part.ns ? percent(share_of(*part.ns, wall)) : "?", part.basis});
  }
  const double rest = one.why.unexplained_ns;
  table.add({"unexplained", time_text(rest), percent(share_of(rest, wall)),
             rest < 0 ? "the parts add up to more: their unit costs are too high for this case"
                      : "the rest of the wall time: system time that no part accounts for"});
  return table.text("    ");
}

std::string case_text(const ExplainedCase& one, const Style& style) {
  std::string text = style.bold(one.row.bench_case.name) + "\n";
  if (!one.measured()) {
    const std::string reason =
        one.row.reason.empty() ? "the run ended before its turn" : printable(one.row.reason);
    const std::string status(one.row.status ? to_text(*one.row.status) : "never run");
    return text + fmt::format("  {}: {}\n\n", style.red(status), reason);
  }
  if (one.row.status && *one.row.status != Status::ok) {
    text += fmt::format("  {}: {}\n", style.red(std::string(to_text(*one.row.status))),
                        printable(one.row.reason));
  }
  return text + fmt::format("  {}\n  {}\n{}\n", headline(one), counters(one), parts_table(one));
}

std::string comparison_text(const ExplainedCase& slower, const ExplainedCase& faster) {
  const run::Difference d = run::difference(slower.figures, slower.why, faster.figures, faster.why);
  std::vector<std::string> words;
  std::vector<std::string> untold;
  for (const run::Part& part : d.parts) {
    const std::string title(run::part_title(part.name));
    if (!part.ns) {
      untold.push_back(title);
    } else if (std::abs(share_of(*part.ns, d.ns)) >= kWorthAWord) {
      words.push_back(fmt::format("{} {}{} ({})", title, *part.ns < 0 ? "" : "+",
                                  time_text(*part.ns), percent(share_of(*part.ns, d.ns))));
    }
  }
  words.push_back(fmt::format("unexplained {}{} ({})", d.unexplained_ns < 0 ? "" : "+",
                              time_text(d.unexplained_ns),
                              percent(share_of(d.unexplained_ns, d.ns))));
  std::string text =
      fmt::format("  {} takes {:.2f} times as long as {}, {} more: {}\n",
                  slower.row.bench_case.name, slower.figures.wall_ns / faster.figures.wall_ns,
                  faster.row.bench_case.name, time_text(d.ns), join(words, ", "));
  if (!untold.empty()) {
    text +=
        fmt::format("    not told apart, and so within the unexplained: {}\n", join(untold, ", "));
  }
  if (slower.row.bytes != faster.row.bytes)
    text += "    they read different amounts: much of the difference is that alone\n";
  if (may_be_equal(slower.row, faster.row)) {
    text += "    their intervals overlap or are not known: there may be no difference to explain\n";
  }
  return text;
}

ordered_json rounded(const std::optional<double>& value) {
  return value ? ordered_json(std::llround(*value)) : ordered_json(nullptr);
}

ordered_json share_json(const std::optional<double>& ns, double whole) {
  return ns && whole != 0 ? ordered_json(*ns / whole) : ordered_json(nullptr);
}

ordered_json parts_json(const std::vector<run::Part>& parts, double whole) {
  ordered_json list = ordered_json::array();
  for (const run::Part& part : parts) {
    ordered_json one = {
        {"name", part.name}, {"ns", rounded(part.ns)}, {"share", share_json(part.ns, whole)}};
    if (!part.basis.empty()) one["basis"] = part.basis;
    list.push_back(std::move(one));
  }
  return list;
}

ordered_json costs_json(const run::UnitCosts& costs) {
  const auto number = [](const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  const auto operation = [](const std::optional<run::OperationCost>& cost) {
    return cost ? ordered_json(cost->ns) : ordered_json(nullptr);
  };
  return {{"copy_gb_per_s", number(costs.copy_gb_per_s)},
          {"read_gb_per_s", number(costs.read_gb_per_s)},
          {"device_gb_per_s", number(costs.device_gb_per_s)},
          {"first_touch_ns", operation(costs.first_touch)},
          {"mapped_fault_ns", operation(costs.mapped_fault)},
          {"call_ns", operation(costs.call)}};
}

ordered_json case_json(const ExplainedCase& one) {
  const run::ResultRow& row = one.row;
  const run::CaseFigures& f = one.figures;
  ordered_json json = {
      {"case", row.bench_case.name},
      {"status", row.status ? ordered_json(to_text(*row.status)) : ordered_json(nullptr)},
      {"reason", row.reason.empty() ? ordered_json(nullptr) : ordered_json(printable(row.reason))},
      {"rounds", row.rounds},
      {"bytes", row.bytes ? ordered_json(*row.bytes) : ordered_json(nullptr)},
      {"median_ns", rounded(row.median_ns)},
      {"ci_low_ns", rounded(row.ci_low_ns)},
      {"ci_high_ns", rounded(row.ci_high_ns)},
      {"ceiling_share",
       row.ceiling_share ? ordered_json(*row.ceiling_share) : ordered_json(nullptr)}};
  const bool measured = one.measured();
  const auto figure = [&](const std::optional<double>& value) {
    return measured ? rounded(value) : ordered_json(nullptr);
  };
  json["user_ns"] = figure(f.user_ns);
  json["sys_ns"] = figure(f.sys_ns);
  json["minor_faults"] = figure(f.minor_faults);
  json["major_faults"] = figure(f.major_faults);
  json["read_calls"] = figure(f.calls);
  json["ctx_vol"] = figure(f.ctx_vol);
  json["ctx_inv"] = figure(f.ctx_inv);
  json["device_bytes"] = figure(f.device_bytes);
  json["unit_costs"] = costs_json(one.costs);
  json["parts"] = parts_json(one.why.parts, f.wall_ns);
  json["unexplained_ns"] = figure(one.why.unexplained_ns);
  return json;
}

}  // namespace

std::string explain_text(const run::Result& result, const std::vector<ExplainedCase>& cases,
                         const Style& style) {
  std::string text = fmt::format("run {}\n", result.run.uuid.substr(0, 8));
  for (const store::FindingRow& finding : result.findings) {
    if (!finding.entry_ordinal)
      text += fmt::format("  {}: {}\n", finding.rule, printable(finding.detail));
  }
  text += "\n";
  for (const ExplainedCase& one : cases) text += case_text(one, style);
  const auto sorted = by_time(cases);
  if (sorted.size() < 2) return text;
  text += style.bold("what makes the slower ones slower") + "\n";
  for (std::size_t i = 1; i < sorted.size(); ++i) text += comparison_text(*sorted[i], *sorted[0]);
  return text + "\n";
}

ordered_json explain_json(const run::Result& result, const std::vector<ExplainedCase>& cases,
                          const std::filesystem::path& db) {
  ordered_json list = ordered_json::array();
  for (const ExplainedCase& one : cases) list.push_back(case_json(one));
  ordered_json comparisons = ordered_json::array();
  const auto sorted = by_time(cases);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const run::Difference d =
        run::difference(sorted[i]->figures, sorted[i]->why, sorted[0]->figures, sorted[0]->why);
    comparisons.push_back({{"slower", sorted[i]->row.bench_case.name},
                           {"faster", sorted[0]->row.bench_case.name},
                           {"ratio", sorted[i]->figures.wall_ns / sorted[0]->figures.wall_ns},
                           {"difference_ns", rounded(d.ns)},
                           {"intervals_apart", !may_be_equal(sorted[i]->row, sorted[0]->row)},
                           {"parts", parts_json(d.parts, d.ns)},
                           {"unexplained_ns", rounded(d.unexplained_ns)}});
  }
  return {{"schema_version", kExplainSchemaVersion},
          {"run_id", result.run.uuid},
          {"db", display_path(db)},
          {"cases", list},
          {"comparisons", comparisons}};
}

}  // namespace readmark::cli
