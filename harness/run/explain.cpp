// Wall time to parts.
#include "run/explain.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/units.hpp"

namespace readmark::run {
namespace {

// Below this share of the user time it is not worth a word.
constexpr double kWorthAWord = 0.03;

std::string time_text(double ns) { return human_duration(std::llround(ns)); }

std::string bytes_text(double bytes) {
  return human_bytes(static_cast<std::uint64_t>(std::llround(bytes)));
}

class Splitter {
 public:
  Splitter(const CaseFigures& figures, const UnitCosts& costs) : f_(figures), costs_(costs) {}

  Explanation run() {
    copy();
    faults();
    calls();
    user();
    waits();
    double named = 0;
    for (const Part& part : parts_) named += part.ns.value_or(0);
    return {std::move(parts_), f_.wall_ns - named};
  }

 private:
  double cpu_ns() const { return f_.user_ns + f_.sys_ns; }

  /// Threads at work at the same time: their CPU time counts for less wall time.
  double at_once() const { return f_.wall_ns > 0 ? std::max(1.0, cpu_ns() / f_.wall_ns) : 1; }

  void add_cpu(std::string name, double cpu_ns, std::string basis) {
    if (at_once() > 1.05) basis += fmt::format("; {:.1f} processors at once", at_once());
    parts_.push_back({std::move(name), cpu_ns / at_once(), std::move(basis)});
  }

  /// So many operations. Their user time is no longer the program's own.
  void add_operations(std::string name, double count, const OperationCost& cost,
                      std::string basis) {
    operations_user_ns_ += count * cost.ns * cost.user_share;
    add_cpu(std::move(name), count * cost.ns, std::move(basis));
  }

  void add_unknown(std::string name, std::string basis) {
    parts_.push_back({std::move(name), std::nullopt, std::move(basis)});
  }

  void user() {
    std::string basis = "user time: the consumer and the program's own work";
    if (costs_.read_gb_per_s) {
      basis += fmt::format("; reading {} in memory takes {} at best",
                           bytes_text(static_cast<double>(f_.bytes)),
                           time_text(static_cast<double>(f_.bytes) / *costs_.read_gb_per_s));
    }
    const double elsewhere = std::min(f_.user_ns, operations_user_ns_);
    if (elsewhere > kWorthAWord * f_.user_ns) {
      basis += fmt::format("; {} more stands with the faults and calls", time_text(elsewhere));
    }
    add_cpu("user", f_.user_ns - elsewhere, basis);
    std::ranges::rotate(parts_, std::prev(parts_.end()));  // it comes first
  }

  void copy() {
    const auto bytes = static_cast<double>(f_.bytes);
    if (f_.how == Bytes::in_place || f_.how == Bytes::direct || f_.bytes == 0) return;
    if (f_.how == Bytes::unknown) {
      return add_unknown("copy", "this run does not tell whether the system copied the bytes");
    }
    if (!costs_.copy_gb_per_s) {
      return add_unknown("copy", fmt::format("{} copied by the system; what a copy of memory takes "
                                             "was not measured in this run",
                                             bytes_text(bytes)));
    }
    add_cpu("copy", bytes / *costs_.copy_gb_per_s,
            fmt::format(
                "{} copied by the system, at the {:.1f} GB/s of the best copy into a small buffer",
                bytes_text(bytes), *costs_.copy_gb_per_s));
  }

  void faults() {
    if (!f_.minor_faults || *f_.minor_faults <= 0) return;
    const bool mapped = f_.how == Bytes::in_place;
    const char* const name = mapped ? "mapped_faults" : "first_touch";
    const auto& cost = mapped ? costs_.mapped_fault : costs_.first_touch;
    if (f_.how == Bytes::unknown || !cost) {
      return add_unknown(name, fmt::format("{:.0f} page faults; {}", *f_.minor_faults,
                                           f_.how == Bytes::unknown
                                               ? "this run does not tell of what kind they are"
                                               : "what one costs was not measured in this run"));
    }
    add_operations(name, *f_.minor_faults, *cost,
                   fmt::format("{:.0f} page faults on {}, at {} each", *f_.minor_faults,
                               mapped ? "the mapped file" : "fresh memory", time_text(cost->ns)));
  }

  void calls() {
    if (!f_.calls || *f_.calls <= 0) return;
    if (!costs_.call) {
      return add_unknown("calls", fmt::format("{:.0f} read calls; what one costs was not measured "
                                              "in this run",
                                              *f_.calls));
    }
    add_operations("calls", *f_.calls, *costs_.call,
                   fmt::format("{:.0f} read calls, at {} each; other calls are not counted",
                               *f_.calls, time_text(costs_.call->ns)));
  }

  void waits() {
    double left = std::max(0.0, f_.wall_ns - cpu_ns());
    const double from_device = f_.device_bytes.value_or(0);
    if (from_device > 0 && !costs_.device_gb_per_s) {
      add_unknown("device", fmt::format("{} came from the device; what it can do was not measured "
                                        "in this run, so this is part of the waiting",
                                        bytes_text(from_device)));
    } else if (from_device > 0) {
      const double needs = from_device / *costs_.device_gb_per_s;
      const double waited = std::min(left, needs);
      std::string basis =
          fmt::format("{} from the device, at the {:.2f} GB/s of its best take {}",
                      bytes_text(from_device), *costs_.device_gb_per_s, time_text(needs));
      if (waited < needs)
        basis += fmt::format(", {} of them while processors worked", time_text(needs - waited));
      parts_.push_back({"device", waited, std::move(basis)});
      left -= waited;
    }
    std::string basis = "wall time beyond user and system time";
    if (f_.ctx_vol && f_.ctx_inv) {
      basis += fmt::format("; {:.0f} voluntary and {:.0f} forced context switches", *f_.ctx_vol,
                           *f_.ctx_inv);
    }
    parts_.push_back({"waiting", left, std::move(basis)});
  }

  const CaseFigures& f_;
  const UnitCosts& costs_;
  std::vector<Part> parts_;
  double operations_user_ns_ = 0;
};

const Part* part_of(const Explanation& explanation, std::string_view name) {
  const auto found =
      std::ranges::find_if(explanation.parts, [&](const Part& part) { return part.name == name; });
  return found == explanation.parts.end() ? nullptr : &*found;
}

// A part that a case does not have takes no time; one that cannot be told leaves the difference
// untold.
std::optional<double> ns_of(const Part* part) { return part == nullptr ? 0.0 : part->ns; }

void add_difference(std::vector<Part>& parts, const std::string& name, const Explanation& slower,
                    const Explanation& faster) {
  const auto longer = ns_of(part_of(slower, name));
  const auto shorter = ns_of(part_of(faster, name));
  Part part{name, std::nullopt, ""};
  if (longer && shorter) part.ns = *longer - *shorter;
  parts.push_back(std::move(part));
}

}  // namespace

Explanation explain(const CaseFigures& figures, const UnitCosts& costs) {
  return Splitter(figures, costs).run();
}

Difference difference(const CaseFigures& slower, const Explanation& of_slower,
                      const CaseFigures& faster, const Explanation& of_faster) {
  Difference result;
  result.ns = slower.wall_ns - faster.wall_ns;
  for (const Part& part : of_slower.parts)
    add_difference(result.parts, part.name, of_slower, of_faster);
  for (const Part& part : of_faster.parts) {
    if (part_of(of_slower, part.name) == nullptr)
      add_difference(result.parts, part.name, of_slower, of_faster);
  }
  result.unexplained_ns = result.ns;
  for (const Part& part : result.parts) result.unexplained_ns -= part.ns.value_or(0);
  std::ranges::stable_sort(result.parts, [](const Part& a, const Part& b) {
    return std::abs(a.ns.value_or(0)) > std::abs(b.ns.value_or(0));
  });
  return result;
}

std::string_view part_title(std::string_view name) {
  if (name == "user") return "looking at the bytes";
  if (name == "copy") return "copying by the system";
  if (name == "first_touch") return "first touch of memory";
  if (name == "mapped_faults") return "page faults on the mapping";
  if (name == "calls") return "read calls";
  if (name == "device") return "waiting for the device";
  return "other waiting";
}

}  // namespace readmark::run
