// The one place that knows Google Benchmark. Built against 1.7.1 and later.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace readmark::gbench {

/// What one pass of a case gives to Google Benchmark.
struct Timed {
  std::int64_t wall_ns = 0;
  std::uint64_t bytes = 0;
};

/// The pass with this index.
using Passes = std::function<Timed(unsigned index)>;

/// Runs `passes` that many times as the case `name`, which alone is registered, and prints nothing.
/// An exception thrown by a pass ends the case and comes out of here.
void run_one(const std::string& name, unsigned iterations, const Passes& passes);

/// A case of the ordinary program. `begin` makes it ready (buffers, threads) and gives its passes;
/// what it throws becomes the case's error.
struct HandCase {
  std::string name;
  unsigned iterations = 1;
  std::function<Passes()> begin;
};

/// Reads the --benchmark_* flags and takes them out of `arguments`. --help ends the program, after
/// `help` was printed.
void read_flags(std::vector<std::string>& arguments, void (*help)());

/// The name under which Google Benchmark lists and prints a case.
std::string listed_name(const HandCase& hand_case);

/// Lists, or runs and reports, as the flags say. False if a case failed.
bool run_all(std::span<const HandCase> cases);

}  // namespace readmark::gbench
