// A strategy: one way to do a workload. One file per strategy; see benchmarks/README.md.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/case.hpp"
#include "core/consumer.hpp"
#include "core/dataset.hpp"
#include "core/knobs.hpp"

namespace readmark {

/// May this run here? "No" carries a reason a person can act on, found by trying.
struct Support {
  bool yes = true;
  int error = 0;  // errno or GetLastError(), 0 if there was none
  std::string reason;

  static Support no(std::string reason, int error = 0) { return {false, error, std::move(reason)}; }
};

/// The outcome of one pass. `bytes` is what the strategy claims; the consumers know what they were
/// given.
struct Pass {
  std::uint64_t bytes = 0;
  std::error_code error;  // set: the pass failed in `call`
  const char* call = "";
};

/// A strategy made ready for one dataset and one set of knobs: everything that is outside the timer
/// (threads, buffers touched beforehand) is done by its constructor, which throws RuntimeError when
/// it cannot.
class Reader {
 public:
  virtual ~Reader() = default;

  /// The timed part: from open to close. Every byte goes to `consumers` once, with its offset in
  /// the file, within multiples of consumers.split_alignment() front to back; thread i uses
  /// consumers[i].
  virtual Pass pass(Consumers& consumers) noexcept = 0;

  /// Fills the destination buffers with `value`, so that bytes left over from an earlier pass
  /// cannot pass a verification. Readers without a lasting buffer have nothing to do.
  virtual void poison(std::byte /*value*/) {}

  /// What was really done where it can differ from what was asked ("direct" -> "512-byte aligned").
  virtual std::vector<std::pair<std::string, std::string>> effective() const { return {}; }
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  virtual std::string_view summary() const = 0;  // one line for `readmark list strategies`
  virtual Role role() const { return Role::subject; }
  virtual std::span<const KnobSpec> knobs() const = 0;

  /// Cache states that make sense with these knobs (direct:on has no warm).
  virtual std::vector<Cache> caches(const Knobs&) const {
    return {Cache::warm, Cache::cold, Cache::as_found};
  }

  /// True if bytes are copied into the process's memory: only then is use:none allowed.
  virtual bool copies() const = 0;

  /// What a library makes of the bytes before they are handed over (core/decoded.hpp); empty: they
  /// arrive as they are in the file. Such a case may hand over another number of bytes, which is a
  /// finding and not `wrong`.
  virtual std::string_view decoded(const Knobs&) const { return {}; }

  /// Threads that hand bytes to consumers.
  virtual unsigned threads(const Knobs& knobs) const {
    return knobs.has("threads") ? knobs.count("threads") : 1;
  }

  /// `dataset.path` need not be there yet (then only what the system offers is probed).
  virtual Support support(const Dataset& dataset, const Knobs& knobs) const = 0;

  virtual std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const = 0;
};

/// A row of the generated tables (harness/cmake/strategies.cmake). `make` is null where it is not
/// built.
struct StrategyRow {
  std::string_view workload;
  std::string_view name;
  std::string_view platforms;  // "" = all
  const Strategy& (*make)();
  std::string_view knobs = {};  // with `platforms`: those it has, known also where it is not built
  std::string_view missing = {};  // the library without which it was not built, and how to get it
};

/// "not built on this system; it is for Linux", "not built: liburing was not found ..".
std::string why_not_built(const StrategyRow& row);

/// All strategies of a program, in order.
class StrategyTable {
 public:
  explicit StrategyTable(std::vector<StrategyRow> rows) : rows_(std::move(rows)) {}
  std::span<const StrategyRow> rows() const { return rows_; }
  const StrategyRow* find(std::string_view workload, std::string_view name) const;
  /// Throws UsageError that names the three causes: unknown (nearest given), of another workload,
  /// not built on this system.
  const Strategy& get(std::string_view workload, std::string_view name) const;

 private:
  std::vector<StrategyRow> rows_;
};

}  // namespace readmark
