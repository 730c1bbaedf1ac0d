// Text tables.
#include "cli/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "cli/growth_table.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "os/paths.hpp"

namespace readmark::cli {
namespace {

using run::Result;
using run::ResultRow;

constexpr std::size_t kMostReason = 400;

std::string duration(const std::optional<double>& ns) {
  return ns ? human_duration(std::llround(*ns)) : "-";
}

std::string interval(const ResultRow& row) {
  if (!row.ci_low_ns || !row.ci_high_ns) return "-";
  return fmt::format("{} .. {}", duration(row.ci_low_ns), duration(row.ci_high_ns));
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.0f} %", 100 * *share) : "-";
}

std::string cpu(const ResultRow& row) {
  if (!row.user_ns || !row.sys_ns) return "-";
  return human_duration(std::llround(*row.user_ns + *row.sys_ns));
}

std::string peak(const ResultRow& row) {
  return row.peak_rss_bytes ? human_bytes(static_cast<std::uint64_t>(*row.peak_rss_bytes)) : "-";
}

std::string notes(const ResultRow& row) {
  std::vector<std::string> notes = row.findings;
  const bool proof_matters = row.bench_case.cache != Cache::as_found && row.bench_case.data != "-";
  if (proof_matters && row.proof == store::Proof::none) notes.emplace_back("unproved");
  if (proof_matters && row.proof == store::Proof::upper_layer) notes.emplace_back("guest-cold");
  return join(notes, ", ");
}

// A long reason keeps its beginning (what happened) and its end (the last words).
std::string clipped(const std::string& text) {
  if (text.size() <= kMostReason) return text;
  return text.substr(0, kMostReason / 2) + " ... " + text.substr(text.size() - kMostReason / 2);
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

bool is_ranked(const ResultRow& row) {
  return row.bench_case.role == Role::subject && row.median_ns &&
         row.status.value_or(Status::ok) == Status::ok;
}

TextTable figures_table(bool ranked) {
  using enum Align;
  std::vector<TextTable::Column> columns = {{"case"},
                                            {"median", right},
                                            {"95 % interval", right},
                                            {"GB/s", right},
                                            {"ceiling", right},
                                            {"CPU", right},
                                            {"peak memory", right},
                                            {"left", right},
                                            {"victim", right},
                                            {"rounds", right},
                                            {"notes"}};
  if (ranked) columns.insert(columns.begin(), {"#", right});
  return TextTable(columns);
}

std::vector<std::string> figures(const ResultRow& row, const std::string& name) {
  return {name,
          duration(row.median_ns),
          interval(row),
          row.median_ns && row.bytes ? fmt::format("{:.2f}", row.gb_per_s()) : "-",
          percent(row.ceiling_share),
          cpu(row),
          peak(row),
          percent(row.resident_after),
          percent(row.victim_resident),
          fmt::format("{}", row.rounds),
          notes(row)};
}

std::string ranking(std::vector<const ResultRow*> rows) {
  std::sort(rows.begin(), rows.end(),
            [](const ResultRow* a, const ResultRow* b) { return *a->median_ns < *b->median_ns; });
  TextTable table = figures_table(true);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> cells = figures(*rows[i], short_name(rows[i]->bench_case));
    cells.insert(cells.begin(), fmt::format("{}", i + 1));
    table.add(std::move(cells));
  }
  return table.text("  ");
}

std::string status_text(const ResultRow& row) {
  return row.status         ? std::string(to_text(*row.status))
         : row.measured > 0 ? "unfinished"
                            : "never run";
}

// Cases without a figure, those of one reason together.
std::string missing(const std::vector<const ResultRow*>& rows, const Style& style) {
  std::string text;
  for (const ResultRow* row : rows) {
    const std::string sentence = !row->reason.empty() ? one_line(row->reason)
                                 : row->measured > 0
                                     ? fmt::format(
                                           "{} rounds are stored, but the run did not end; "
                                           "readmark run --resume goes on with it",
                                           row->measured)
                                     : "the run ended before its turn";
    text += fmt::format("  {}  {}: {}\n", style.red(status_text(*row)), short_name(row->bench_case),
                        clipped(sentence));
  }
  return text;
}

std::string by_role(const Result& result, Role role, const std::string& title, const Style& style) {
  TextTable table = figures_table(false);
  std::vector<const ResultRow*> without;
  for (const ResultRow& row : result.rows) {
    if (row.bench_case.role != role) continue;
    if (row.median_ns) {
      table.add(figures(row, row.bench_case.name));
    } else {
      without.push_back(&row);
    }
  }
  if (table.empty() && without.empty()) return "";
  return fmt::format("{}\n{}{}\n", style.bold(title), table.empty() ? "" : table.text("  "),
                     missing(without, style));
}

struct Group {
  std::vector<const ResultRow*> ranked, without;
};

std::string subjects(const Result& result, const Style& style) {
  using Key = std::pair<std::string, std::string>;
  std::vector<Key> order;
  std::map<Key, Group> groups;
  for (const ResultRow& row : result.rows) {
    if (row.bench_case.role != Role::subject) continue;
    const Key key = {row.bench_case.data, fmt::format("{}, use:{}", to_text(row.bench_case.cache),
                                                      to_text(row.bench_case.use))};
    if (!groups.contains(key)) order.push_back(key);
    (is_ranked(row) ? groups[key].ranked : groups[key].without).push_back(&row);
  }
  std::string text;
  for (const Key& key : order) {
    const Group& group = groups[key];
    const ResultRow* any = group.ranked.empty() ? group.without.front() : group.ranked.front();
    const std::string size = any->bytes ? fmt::format(" ({})", human_bytes(*any->bytes)) : "";
    text += style.bold(fmt::format("{}{}, {}", key.first, size, key.second)) + "\n";
    if (!group.ranked.empty()) text += ranking(group.ranked);
    text += missing(group.without, style) + "\n";
  }
  return text;
}

std::string finding_lines(const Result& result) {
  std::string text;
  for (const store::FindingRow& finding : result.findings) {
    if (finding.entry_ordinal) continue;
    text += fmt::format("  {}: {}\n", finding.rule, one_line(printable(finding.detail)));
  }
  return text;
}

}  // namespace

std::string TextTable::text(const std::string& indent) const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(column.title.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto line = [&](const auto& cell_of) {
    std::string out = indent;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = cell_of(i);
      out += columns_[i].align == Align::left ? fmt::format("{:<{}}  ", cell, widths[i])
                                              : fmt::format("{:>{}}  ", cell, widths[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  std::string text = line([&](std::size_t i) -> const std::string& { return columns_[i].title; });
  for (const auto& row : rows_)
    text += line([&](std::size_t i) -> const std::string& { return row[i]; });
  return text;
}

Style style_for(const std::string& color) {
  if (color == "always") return {true};
  if (color == "never" || os::environment("NO_COLOR")) return {false};
  return {os::stdout_is_terminal()};
}

std::string short_name(const Case& bench_case) {
  std::string name = bench_case.strategy;
  const std::size_t data_end =
      bench_case.workload.size() + bench_case.strategy.size() + bench_case.data.size() + 2;
  const std::size_t cache = bench_case.name.rfind("/cache:");
  if (cache != std::string::npos && cache > data_end)
    name += bench_case.name.substr(data_end, cache - data_end);
  return name;
}

std::string run_table(const Result& result, const Style& style) {
  std::string text =
      fmt::format("run {}, profile {}, seed {}\n\n", result.run.uuid.substr(0, 8),
                  result.run.profile.empty() ? "-" : result.run.profile, result.run.seed);
  text += subjects(result, style);
  text += by_role(result, Role::ceiling, "ceilings: what this machine can do at best", style);
  text +=
      by_role(result, Role::control, "controls: never ranked; each must end with a finding", style);
  text += by_role(result, Role::canary,
                  "canaries: the same work every round, to see the machine move", style);
  text += growth_table(result, style);
  const std::string findings = finding_lines(result);
  if (!findings.empty()) text += style.bold("findings") + "\n" + findings + "\n";
  return text;
}

}  // namespace readmark::cli
