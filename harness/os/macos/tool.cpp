// Runs a tool without a shell.
#include "os/macos/tool.hpp"

#include "core/error.hpp"
#include "os/process.hpp"

namespace readmark::os::macos {
namespace {

constexpr std::int64_t kToolTimeout = 10'000'000'000;
constexpr std::size_t kMostOutput = std::size_t{4} << 20;

}  // namespace

std::optional<std::string> run_tool(const char* program,
                                    const std::vector<std::string>& arguments) {
  std::string output;
  const auto keep = [&](std::string_view line) {
    if (output.size() + line.size() < kMostOutput) output.append(line) += '\n';
  };
  ChildSpec spec;
  spec.program = program;
  spec.arguments = arguments;
  spec.timeout_ns = kToolTimeout;
  try {
    const ChildEnd end = run_child(spec, keep, {});
    if (end.how == ChildEnd::How::exited && end.code == 0) return output;
  } catch (const RuntimeError&) {
    // Not there, as on a later macOS: what it would have told is absent.
  }
  return std::nullopt;
}

}  // namespace readmark::os::macos
