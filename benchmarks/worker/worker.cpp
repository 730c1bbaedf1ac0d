// describe, expand, verify, measure.
#include "benchmarks/worker/worker.hpp"

#include <cstdio>

#include "benchmarks/cases.hpp"
#include "benchmarks/worker/gbench.hpp"
#include "benchmarks/worker/pass_runner.hpp"
#include "core/build.hpp"
#include "core/error.hpp"
#include "os/counters.hpp"
#include "os/file.hpp"
#include "os/process.hpp"

namespace readmark {
namespace {

using namespace protocol;

constexpr int kAnswered = 0;
constexpr int kFailed = 1;
constexpr int kBadRequest = 2;

std::string_view kind_text(KnobKind kind) {
  switch (kind) {
    case KnobKind::size:
      return "size";
    case KnobKind::count:
      return "count";
    case KnobKind::flag:
      return "flag";
    case KnobKind::choice:
      return "choice";
  }
  return "";
}

Description description_of(const StrategyRow& row) {
  Description description;
  description.workload = row.workload;
  description.strategy = row.name;
  if (row.make == nullptr) {
    description.reason = why_not_built(row);
    return description;
  }
  const Strategy& strategy = row.make();
  description.built = true;
  description.summary = strategy.summary();
  description.role = strategy.role();
  for (const KnobSpec& spec : strategy.knobs()) {
    description.knobs.push_back({std::string(spec.key),
                                 std::string(kind_text(spec.kind)),
                                 std::string(spec.fallback),
                                 {spec.choices.begin(), spec.choices.end()}});
  }
  const Support support = strategy.support({}, complete(strategy.knobs(), {}, row.name));
  description.supported = support.yes;
  description.reason = support.reason;
  return description;
}

/// What each strategy and library opens afterwards.
struct MakePathsOpenable {
  void operator()(Describe&) const {}
  void operator()(Expand& request) const {
    for (Dataset& data : request.data) data.path = os::openable(data.path);
  }
  void operator()(Verify& request) const { request.data.path = os::openable(request.data.path); }
  void operator()(Measure& request) const { request.data.path = os::openable(request.data.path); }
};

/// Answers one request; made for std::visit.
class Answering {
 public:
  Answering(const StrategyTable& table, const Send& send) : table_(table), send_(send) {}

  void operator()(const Describe&) {
    for (const StrategyRow& row : table_.rows()) send_(description_of(row));
    send_(End{});
  }

  void operator()(const Expand& request) {
    for (const CaseLine& line : expand(request.profile, request.data, table_)) send_(line);
    send_(End{});
  }

  void operator()(const Verify& request) {
    const Strategy* const strategy = runnable(request.bench_case, request.data);
    if (strategy == nullptr) return;
    End end;
    end.effective = declared(*strategy, request.bench_case);
    Verified verified;
    try {
      verify_pass(*strategy, request.bench_case, request.data, verified);
    } catch (const PassError& error) {
      end.status = error.status();
      end.reason = error.what();
    }
    send_(verified);
    send_(end);
  }

  void operator()(const Measure& request) {
    const Strategy* const strategy = runnable(request.bench_case, request.data);
    if (strategy == nullptr) return;
    PassRunner runner(*strategy, request);
    End end;
    try {
      for (unsigned i = 0; i < request.warmup; ++i) runner.warm_up();
      gbench::run_one(request.bench_case.name, request.iterations, [&](unsigned index) {
        const Sample sample = runner.timed_pass(index);
        send_(SampleLine{sample});
        return gbench::Timed{sample.wall_ns, sample.bytes};
      });
    } catch (const PassError& error) {
      end.status = error.status();
      end.reason = error.what();
    }
    end.checksum = runner.checksum();
    end.effective = runner.effective();
    end.counters = runner.counters();
    end.counters.peak_rss_bytes = os::memory_use().peak_rss_bytes;
    send_(end);
  }

 private:
  /// Null after a refusal was sent.
  const Strategy* runnable(const Case& bench_case, const Dataset& data) {
    const Strategy& strategy = table_.get(bench_case.workload, bench_case.strategy);
    const Support support = can_run(bench_case, data, strategy);
    if (support.yes) return &strategy;
    send_(Refuse{Status::unsupported, support.error, support.reason});
    return nullptr;
  }

  const StrategyTable& table_;
  const Send& send_;
};

}  // namespace

int answer(std::string_view line, const StrategyTable& table, const Send& send) {
  try {
    Request request = parse_request(line);
    std::visit(MakePathsOpenable(), request);
    std::visit(Answering(table, send), request);
    return kAnswered;
  } catch (const UsageError& error) {
    send(Refuse{Status::failed, 0, error.what()});
    return kBadRequest;
  } catch (const std::system_error& error) {
    send(Refuse{Status::failed, error.code().value(), error.what()});
  } catch (const std::exception& error) {
    send(Refuse{Status::failed, 0, error.what()});
  }
  return kFailed;
}

int run_worker(const StrategyTable& table) {
  os::bind_to_parent();
  std::FILE* const replies = os::take_stdout();
  const Send send = [replies](const Reply& reply) {
    const std::string line = to_line(reply) + '\n';
    std::fwrite(line.data(), 1, line.size(), replies);
    std::fflush(replies);
  };
  send(Hello{build()});
  const std::string request = os::read_request_line();
  return answer(request, table, send);
}

}  // namespace readmark
