// Starting readmark-bench and collecting its replies.
#include "run/bench_program.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "os/paths.hpp"

namespace readmark::run {
namespace {

constexpr std::int64_t kQuestionTimeoutNs = 60'000'000'000;

void keep(WorkerAnswer& answer, const protocol::Reply& reply) {
  struct Visitor {
    WorkerAnswer& answer;
    void operator()(const protocol::Hello& r) const { answer.hello = r; }
    void operator()(const protocol::Refuse& r) const { answer.refuse = r; }
    void operator()(const protocol::SampleLine& r) const { answer.samples.push_back(r.sample); }
    void operator()(const protocol::End& r) const { answer.end = r; }
    void operator()(const protocol::Verified& r) const { answer.verified = r; }
    void operator()(const protocol::Description& r) const { answer.descriptions.push_back(r); }
    void operator()(const protocol::CaseLine& r) const { answer.cases.push_back(r); }
    void operator()(const protocol::Unknown&) const {}
  };
  std::visit(Visitor{answer}, reply);
}

/// A plan is made inside too: what fits into memory is decided there.
struct IsLimited {
  static bool role(Role role) { return role == Role::subject || role == Role::control; }
  bool operator()(const protocol::Describe&) const { return false; }
  bool operator()(const protocol::Expand&) const { return true; }
  bool operator()(const protocol::Verify& request) const { return role(request.bench_case.role); }
  bool operator()(const protocol::Measure& request) const { return role(request.bench_case.role); }
};

std::string program_text(const std::filesystem::path& path) {
  const std::u8string utf8 = path.u8string();
  return {reinterpret_cast<const char*>(utf8.data()), utf8.size()};
}

}  // namespace

BenchProgram::BenchProgram(std::filesystem::path program, std::vector<std::string> wrap)
    : program_(std::move(program)), wrap_(std::move(wrap)) {
  std::error_code error;
  if (std::filesystem::is_regular_file(program_, error)) return;
  throw RuntimeError(
      fmt::format("cannot start {}: there is no such program; build target readmark-bench, or set "
                  "READMARK_BENCH "
                  "to its path",
                  display_path(program_)));
}

BenchProgram BenchProgram::limited_to(std::uint64_t memory_bytes) const {
  BenchProgram limited = *this;
  if (memory_bytes > 0) limited.memory_group_ = std::make_shared<os::MemoryGroup>(memory_bytes);
  return limited;
}

WorkerAnswer BenchProgram::ask(const protocol::Request& request, std::int64_t timeout_ns,
                               const std::function<bool()>& should_stop) const {
  std::vector<std::string> words = wrap_;
  if (!wrap_.empty()) words.push_back(program_text(program_));
  words.emplace_back("--worker");

  os::ChildSpec spec;
  spec.program = program_;
  if (!wrap_.empty()) {
    spec.program = os::path_from_argument(words.front());
    words.erase(words.begin());
  }
  spec.arguments = std::move(words);
  spec.input = protocol::to_line(request) + "\n";
  spec.timeout_ns = timeout_ns;
  spec.max_line = protocol::kMaxLine + 1;
  if (std::visit(IsLimited(), request)) spec.memory_group = memory_group_.get();

  WorkerAnswer answer;
  const auto on_line = [&](std::string_view line) {
    try {
      keep(answer, protocol::parse_reply(line));
    } catch (const std::runtime_error& error) {
      if (answer.protocol_error.empty()) answer.protocol_error = error.what();
    }
  };
  answer.child = os::run_child(
      spec, on_line, should_stop ? should_stop : [] { return false; });
  return answer;
}

WorkerAnswer BenchProgram::ask_surely(const protocol::Request& request) const {
  WorkerAnswer answer = ask(request, kQuestionTimeoutNs);
  if (answer.refuse) throw UsageError(answer.refuse->reason);
  if (!answer.protocol_error.empty()) throw RuntimeError(answer.protocol_error);
  if (!answer.hello || answer.child.how != os::ChildEnd::How::exited || answer.child.code != 0) {
    throw RuntimeError(fmt::format("{} did not answer: {}", display_path(program_),
                                   printable(answer.child.stderr_tail)));
  }
  return answer;
}

std::vector<protocol::Description> BenchProgram::describe() const {
  return ask_surely(protocol::Describe{}).descriptions;
}

std::vector<protocol::CaseLine> BenchProgram::expand(const Profile& profile,
                                                     const std::vector<Dataset>& data) const {
  return ask_surely(protocol::Expand{profile, data}).cases;
}

Build BenchProgram::build() const { return ask_surely(protocol::Describe{}).hello->build; }

std::filesystem::path find_bench_program() {
  if (const auto chosen = os::environment("READMARK_BENCH")) return os::path_from_argument(*chosen);
  const std::filesystem::path self = os::this_program();
  return self.parent_path() / (std::string("readmark-bench") + self.extension().string());
}

}  // namespace readmark::run
