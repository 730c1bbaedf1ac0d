// The table of growth: steepest first.
#include "cli/growth_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/units.hpp"

namespace readmark::cli {
namespace {

// "pread/buf:1MiB": the family's name without workload, data, cache state and consumer.
std::string short_name(const store::GrowthRow& growth) {
  std::string name = growth.strategy;
  const std::size_t data_end = growth.workload.size() + growth.strategy.size() + 3;
  const std::size_t cache = growth.name.rfind("/cache:");
  if (cache != std::string::npos && cache > data_end)
    name += growth.name.substr(data_end, cache - data_end);
  return name;
}

}  // namespace

std::string growth_table(const run::Result& result, const Style& style) {
  using enum Align;
  std::vector<store::GrowthRow> rows = result.growth;
  // Subjects first: ceilings stand beside them for comparison and are never marked.
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::pair(a.role != Role::subject, -a.exponent) <
           std::pair(b.role != Role::subject, -b.exponent);
  });
  TextTable table({{"case"},
                   {"cache"},
                   {"use"},
                   {"sizes", right},
                   {"from", right},
                   {"to", right},
                   {"exponent", right},
                   {"95 % interval", right},
                   {"rounds", right},
                   {"notes"}});
  for (const store::GrowthRow& row : rows) {
    const std::string prefix = row.role == Role::subject ? "" : row.workload + "/";
    table.add({prefix + short_name(row), std::string(to_text(row.cache)),
               std::string(to_text(row.use)), fmt::format("{}", row.sizes),
               human_bytes(row.least_bytes), human_bytes(row.most_bytes),
               fmt::format("{:.2f}", row.exponent),
               row.ci_low ? fmt::format("{:.2f} .. {:.2f}", *row.ci_low, *row.ci_high) : "-",
               fmt::format("{}", row.rounds), row.flagged ? "growth" : ""});
  }
  if (table.empty()) return "";
  return style.bold("growth: time ~ size^exponent; above 1.1 is more than in proportion") + "\n" +
         table.text("  ") + "\n";
}

}  // namespace readmark::cli
