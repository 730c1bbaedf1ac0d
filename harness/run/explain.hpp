// Why a case takes the time it takes: its wall time split into parts, and what makes one case
// slower than another. Pure arithmetic; the model and its limits are in benchmarks/METHODOLOGY.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/case.hpp"

namespace readmark::run {

/// Processor time of one operation, and the share of it (0..1) that the system accounts as user
/// time: on a virtual machine that is what the host does for a page fault.
struct OperationCost {
  double ns = 0;
  double user_share = 0;
};

/// What an operation costs on this machine; empty: not measured.
struct UnitCosts {
  std::optional<double> copy_gb_per_s;        // memory copied by one thread, at the case's size
  std::optional<double> read_gb_per_s;        // memory read by one thread, at the case's size
  std::optional<double> device_gb_per_s;      // the device at its best
  std::optional<OperationCost> first_touch;   // one page fault on fresh memory
  std::optional<OperationCost> mapped_fault;  // one page fault on a mapped, cached file
  std::optional<OperationCost> call;          // one read call that has next to nothing to copy
};

/// How the bytes came into the program's hands.
enum class Bytes { copied, in_place, direct, unknown };

/// One case, per pass: medians over its rounds. Empty: the system does not tell.
struct CaseFigures {
  double wall_ns = 0;
  double user_ns = 0, sys_ns = 0;
  std::uint64_t bytes = 0;
  Bytes how = Bytes::unknown;
  std::optional<double> minor_faults, major_faults, calls, ctx_vol, ctx_inv, device_bytes;
};

/// A named part of the wall time. No `ns`: it is there, but cannot be told from the rest, and the
/// basis says what is missing.
struct Part {
  std::string name;  // "user", "copy", "first_touch", "mapped_faults", "calls", "device", "waiting"
  std::optional<double> ns;
  std::string basis;  // a sentence: where the figure comes from
};

struct Explanation {
  std::vector<Part> parts;
  double unexplained_ns = 0;  // wall time less all parts; below 0 where they add up to more
};

Explanation explain(const CaseFigures& figures, const UnitCosts& costs);

/// What the slower of two cases takes longer for. `ns` as in Part.
struct Difference {
  double ns = 0;            // of the medians
  std::vector<Part> parts;  // without basis, by what they take most, as signed differences
  double unexplained_ns = 0;
};

Difference difference(const CaseFigures& slower, const Explanation& of_slower,
                      const CaseFigures& faster, const Explanation& of_faster);

/// "first touch of fresh memory": a part's name for people.
std::string_view part_title(std::string_view name);

}  // namespace readmark::run
