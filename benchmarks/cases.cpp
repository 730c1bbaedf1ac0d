// Profile x datasets x strategies -> cases.
#include "benchmarks/cases.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "benchmarks/extra_cases.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/units.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

using protocol::CaseLine;

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

const KnobSpec* spec_of(const Strategy& strategy, std::string_view key) {
  for (const KnobSpec& spec : strategy.knobs()) {
    if (spec.key == key) return &spec;
  }
  return nullptr;
}

/// The values that differ in what they measure: a buffer larger than the file reads it in one
/// piece, as the next power of two does.
std::vector<std::string> useful_sizes(std::vector<std::string> values, std::uint64_t file_bytes) {
  std::ranges::sort(values, {}, [](const std::string& value) { return *parse_size(value); });
  const std::uint64_t most = std::bit_ceil(std::max<std::uint64_t>(file_bytes, 1));
  const auto beyond = std::find_if(values.begin() + 1, values.end(),
                                   [&](const std::string& v) { return *parse_size(v) > most; });
  values.erase(beyond, values.end());
  return values;
}

bool accepts(const KnobSpec& spec, const std::string& value) {
  try {
    canonical_value(spec, value);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

/// Every way to choose one value per knob. A value that this strategy does not have is another
/// one's (Expander::check_knobs sees to that); without any the knob stays as it is.
std::vector<Knobs> product(const Cell& cell, const Strategy& strategy, std::uint64_t file_bytes) {
  std::vector<Knobs> choices(1);
  for (const auto& [key, typed] : cell.knobs) {
    const KnobSpec* const spec = spec_of(strategy, key);
    if (spec == nullptr || typed.empty()) continue;
    std::vector<std::string> values;
    for (const std::string& value : typed) {
      if (accepts(*spec, value)) values.push_back(canonical_value(*spec, value));
    }
    if (values.empty()) continue;
    if (key == "buf" || key == "block") values = useful_sizes(std::move(values), file_bytes);
    std::vector<Knobs> longer;
    for (const Knobs& choice : choices) {
      for (const std::string& value : values) {
        longer.push_back(choice);
        longer.back().set(key, value);
      }
    }
    choices = std::move(longer);
  }
  return choices;
}

/// Those of `asked` that are allowed; if none is, all of `asked`, to be answered with the reason.
template <typename T>
std::vector<T> sensible(const std::vector<T>& asked, const std::vector<T>& allowed) {
  std::vector<T> both;
  std::ranges::copy_if(asked, std::back_inserter(both),
                       [&](const T& value) { return contains(allowed, value); });
  return both.empty() ? asked : both;
}

std::vector<Use> allowed_uses(const Strategy& strategy) {
  std::vector<Use> uses{Use::touch, Use::sum, Use::newlines, Use::digest};
  if (strategy.copies()) uses.push_back(Use::none);
  return uses;
}

class Expander {
 public:
  Expander(const Profile& profile, std::span<const Dataset> data, const StrategyTable& table)
      : profile_(profile), data_(data), table_(table) {}

  std::vector<CaseLine> run() {
    for (const Cell& cell : profile_.cells) add_cell(cell);
    for (CaseLine& line : extra_cases(profile_, data_, table_)) add(std::move(line));
    std::ranges::sort(lines_, before);
    return std::move(lines_);
  }

 private:
  void add_cell(const Cell& cell) {
    const std::vector<const StrategyRow*> rows = rows_of(cell);
    check_knobs(cell, rows);
    for (const Dataset* dataset : datasets_of(cell)) {
      for (const StrategyRow* row : rows) {
        if (row->make != nullptr) {
          add_cases(cell, *row, *dataset);
        } else if (!cell.where_built) {
          add_not_built(cell, *row, *dataset);
        }
      }
    }
  }

  std::vector<const StrategyRow*> rows_of(const Cell& cell) const {
    std::vector<const StrategyRow*> rows;
    if (cell.strategies.empty()) {
      for (const StrategyRow& row : table_.rows()) {
        const bool wanted = row.workload == cell.workload && row.make != nullptr;
        if (wanted && row.make().role() == Role::subject) rows.push_back(&row);
      }
      if (rows.empty()) refuse_workload(cell.workload);
    }
    for (const std::string& name : cell.strategies) {
      const StrategyRow* const row = table_.find(cell.workload, name);
      if (row == nullptr) table_.get(cell.workload, name);  // throws, naming the causes
      rows.push_back(row);
    }
    return rows;
  }

  [[noreturn]] void refuse_workload(const std::string& workload) const {
    std::set<std::string> names;
    for (const StrategyRow& row : table_.rows()) {
      if (row.make != nullptr && row.make().role() == Role::subject) names.emplace(row.workload);
    }
    const std::vector<std::string> known(names.begin(), names.end());
    throw UsageError(fmt::format(
        "there is no workload \"{}\" with strategies to compare{}; they are: {} (controls, "
        "ceilings and canaries are measured beside them)",
        printable(workload), did_you_mean(workload, known), join(known, ", ")));
  }

  /// A knob or value that only some strategies have is ignored by the others, also where those that
  /// have it are not built; one that none has is a mistake.
  void check_knobs(const Cell& cell, const std::vector<const StrategyRow*>& rows) const {
    const bool all_built =
        std::ranges::all_of(rows, [](const StrategyRow* row) { return row->make != nullptr; });
    for (const auto& [key, values] : cell.knobs) {
      const std::vector<const KnobSpec*> specs = specs_of(rows, key);
      for (const std::string& value : specs.empty() ? std::vector<std::string>() : values) {
        const bool known =
            std::ranges::any_of(specs, [&](const KnobSpec* spec) { return accepts(*spec, value); });
        if (!known) canonical_value(*specs.front(), value);  // throws
      }
      const bool others = cell.strategies.empty() && known_elsewhere(cell.workload, key);
      if (!specs.empty() || others || !all_built || rows.empty()) continue;
      Knobs unknown;
      unknown.set(key, values.empty() ? "" : values.front());
      complete(rows.front()->make().knobs(), unknown, rows.front()->name);  // throws
    }
  }

  static std::vector<const KnobSpec*> specs_of(const std::vector<const StrategyRow*>& rows,
                                               std::string_view key) {
    std::vector<const KnobSpec*> specs;
    for (const StrategyRow* row : rows) {
      const KnobSpec* const spec = row->make == nullptr ? nullptr : spec_of(row->make(), key);
      if (spec != nullptr) specs.push_back(spec);
    }
    return specs;
  }

  bool known_elsewhere(std::string_view workload, std::string_view key) const {
    return std::ranges::any_of(table_.rows(), [&](const StrategyRow& row) {
      return row.workload == workload && contains(split(row.knobs, ' '), std::string(key));
    });
  }

  std::vector<const Dataset*> datasets_of(const Cell& cell) const {
    std::vector<const Dataset*> chosen;
    for (const Dataset& dataset : data_) {
      if (cell.data.empty() || contains(cell.data, dataset.name)) chosen.push_back(&dataset);
    }
    for (const std::string& name : cell.data) {
      const bool known = contains(profile_.data, name) ||
                         std::ranges::any_of(chosen, [&](auto* d) { return d->name == name; });
      if (known) continue;
      throw UsageError(
          fmt::format("profile {}: a cell names dataset \"{}\", which is not among the profile's "
                      "data{}; they are: {}",
                      profile_.name, printable(name), did_you_mean(name, profile_.data),
                      join(profile_.data, ", ")));
    }
    return chosen;
  }

  void add_cases(const Cell& cell, const StrategyRow& row, const Dataset& dataset) {
    const Strategy& strategy = row.make();
    for (const Knobs& asked : product(cell, strategy, dataset.bytes)) {
      const Knobs knobs = complete(strategy.knobs(), asked, row.name);
      for (const Use use : sensible(cell.uses, allowed_uses(strategy))) {
        if (!contains(allowed_uses(strategy), use)) {
          throw UsageError(
              fmt::format("{}/{} copies nothing, so with use:none it would read nothing; choose "
                          "touch, sum, newlines "
                          "or digest",
                          row.workload, row.name));
        }
        for (const Cache cache : sensible(cell.caches, strategy.caches(knobs))) {
          add(case_line(row, dataset, knobs, cache, use));
        }
      }
    }
  }

  /// Its knobs and cache states are known where it is built only, so it is one row per dataset.
  void add_not_built(const Cell& cell, const StrategyRow& row, const Dataset& dataset) {
    CaseLine line;
    line.bench_case = {
        case_name(row.workload, row.name, dataset.name, {}, cell.caches.front(), cell.uses.front()),
        std::string(row.workload),
        std::string(row.name),
        dataset.name,
        {},
        cell.caches.front(),
        cell.uses.front(),
        Role::subject};
    line.runnable = false;
    line.reason = why_not_built(row);
    add(std::move(line));
  }

  void add(CaseLine line) {
    if (names_.insert(line.bench_case.name).second) lines_.push_back(std::move(line));
  }

  /// Natural order: by what the parts of the name mean, not by how it is spelled.
  static bool before(const CaseLine& left, const CaseLine& right) {
    const Case& a = left.bench_case;
    const Case& b = right.bench_case;
    if (a.role != b.role) return a.role < b.role;
    const auto compare = [](const std::string& x, const std::string& y) {
      return natural_less(x, y) ? -1 : natural_less(y, x) ? 1 : 0;
    };
    for (const auto part : {&Case::workload, &Case::strategy, &Case::data}) {
      if (const int order = compare(a.*part, b.*part); order != 0) return order < 0;
    }
    for (const auto& [key, value] : a.knobs.values()) {
      if (!b.knobs.has(key)) return false;
      if (const int order = compare(value, std::string(b.knobs.text(key))); order != 0)
        return order < 0;
    }
    return std::tie(a.cache, a.use) < std::tie(b.cache, b.use);
  }

  const Profile& profile_;
  std::span<const Dataset> data_;
  const StrategyTable& table_;
  std::set<std::string> names_;
  std::vector<CaseLine> lines_;
};

}  // namespace

CaseLine case_line(const StrategyRow& row, const Dataset& dataset, const Knobs& knobs, Cache cache,
                   Use use) {
  const Strategy& strategy = row.make();
  CaseLine line;
  line.bench_case = {case_name(row.workload, row.name, dataset.name,
                               without_fallbacks(strategy.knobs(), knobs), cache, use),
                     std::string(row.workload),
                     std::string(row.name),
                     dataset.name,
                     knobs,
                     cache,
                     use,
                     strategy.role()};
  const Support support = can_run(line.bench_case, dataset, strategy);
  line.runnable = support.yes;
  line.reason = support.reason;
  return line;
}

std::vector<CaseLine> expand(const Profile& profile, std::span<const Dataset> data,
                             const StrategyTable& table) {
  return Expander(profile, data, table).run();
}

Support can_run(const Case& bench_case, const Dataset& data, const Strategy& strategy) {
  const std::vector<Cache> caches = strategy.caches(bench_case.knobs);
  if (!contains(caches, bench_case.cache)) {
    std::vector<std::string> names;
    for (const Cache cache : caches) names.emplace_back(to_text(cache));
    return Support::no(fmt::format("{} with these knobs has no cache state {}; it has {}",
                                   bench_case.strategy, to_text(bench_case.cache),
                                   join(names, ", ")));
  }
  if (data.kind == "none") return strategy.support(data, bench_case.knobs);
  const std::uint64_t limit = os::memory_limit_bytes();
  if (bench_case.cache == Cache::warm && data.bytes > limit / 2) {
    return Support::no(
        fmt::format("a file can be kept warm only if it is under half of the memory: {} is {}, the "
                    "limit is {}; use "
                    "cache:cold or cache:as_found",
                    data.name, human_bytes(data.bytes), human_bytes(limit)));
  }
  return strategy.support(data, bench_case.knobs);
}

std::uint64_t memory_ceiling_bytes(std::uint64_t bytes) { return std::min(bytes, GiB); }

}  // namespace readmark
