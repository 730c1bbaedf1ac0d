// Google Benchmark: a fixed number of iterations with our own clock, one reporter of ours or its
// own.
#include "benchmarks/worker/gbench.hpp"

#include <benchmark/benchmark.h>

#include <exception>

#include "core/error.hpp"

namespace readmark::gbench {
namespace {

/// Google Benchmark must not print in a worker, and a file reporter would end the program: so this
/// is the display reporter. The figures take another way, since a reporter never sees a single
/// iteration.
class Silent final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

void run_passes(benchmark::State& state, const Passes& passes) {
  unsigned index = 0;
  std::uint64_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Timed timed = passes(index++);
    state.SetIterationTime(static_cast<double>(timed.wall_ns) * 1e-9);
    bytes += timed.bytes;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

/// A template, because the class of a registered benchmark has another name in later versions.
template <typename Registered>
void use_our_clock(Registered* registered, unsigned iterations) {
  registered->Iterations(static_cast<benchmark::IterationCount>(iterations))
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void run_one(const std::string& name, unsigned iterations, const Passes& passes) {
  std::exception_ptr thrown;
  bool ran = false;
  const auto body = [&](benchmark::State& state) {
    ran = true;
    try {
      run_passes(state, passes);
    } catch (...) {
      thrown = std::current_exception();
      state.SkipWithError("see the worker's reply");
    }
  };
  use_our_clock(benchmark::RegisterBenchmark(name.c_str(), body), iterations);
  Silent silent;
  benchmark::RunSpecifiedBenchmarks(&silent);
  benchmark::ClearRegisteredBenchmarks();
  if (thrown) std::rethrow_exception(thrown);
  if (!ran) throw RuntimeError("Google Benchmark did not run the case " + name);
}

void read_flags(std::vector<std::string>& arguments, void (*help)()) {
  // Google Benchmark keeps the pointer to the program's name for its reports.
  static const std::string program = arguments.front();
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (std::size_t i = 1; i < arguments.size(); ++i) argv.push_back(arguments[i].data());
  argv.push_back(nullptr);
  int argc = static_cast<int>(arguments.size());
  benchmark::Initialize(&argc, argv.data(), help);
  std::vector<std::string> rest(argv.begin(), argv.begin() + argc);
  arguments = std::move(rest);
}

std::string listed_name(const HandCase& hand_case) {
  return hand_case.name + "/iterations:" + std::to_string(hand_case.iterations) + "/manual_time";
}

bool run_all(std::span<const HandCase> cases) {
  bool good = true;
  for (const HandCase& hand_case : cases) {
    const auto body = [&hand_case, &good](benchmark::State& state) {
      try {
        run_passes(state, hand_case.begin());
      } catch (const std::exception& error) {
        good = false;
        state.SkipWithError(error.what());
      }
    };
    use_our_clock(benchmark::RegisterBenchmark(hand_case.name.c_str(), body), hand_case.iterations);
  }
  benchmark::RunSpecifiedBenchmarks();
  return good;
}

}  // namespace readmark::gbench
