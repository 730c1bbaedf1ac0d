// readmark-bench as seen from its parent: one process per question.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/protocol.hpp"
#include "os/memory_group.hpp"
#include "os/process.hpp"

namespace readmark::run {

/// Everything one worker process said, and how it ended.
struct WorkerAnswer {
  std::optional<protocol::Hello> hello;
  std::vector<Sample> samples;
  std::optional<protocol::Refuse> refuse;
  std::optional<protocol::End> end;
  std::optional<protocol::Verified> verified;
  std::vector<protocol::Description> descriptions;
  std::vector<protocol::CaseLine> cases;
  std::string protocol_error;  // the first reply that could not be understood; empty if none
  os::ChildEnd child;
};

class BenchProgram {
 public:
  /// `wrap` goes in front of the program: {"perf", "stat"}. Throws RuntimeError if there is no such
  /// program.
  explicit BenchProgram(std::filesystem::path program, std::vector<std::string> wrap = {});

  /// The same program, with a limit of memory for what reads a dataset: subjects and controls, not
  /// what tells the machine's own state. 0 = none. Throws RuntimeError where that is not possible.
  BenchProgram limited_to(std::uint64_t memory_bytes) const;

  WorkerAnswer ask(const protocol::Request& request, std::int64_t timeout_ns = 0,
                   const std::function<bool()>& should_stop = {}) const;

  /// ask() for the questions that must be answered: throws UsageError with the worker's own words
  /// if it refused, RuntimeError if it died.
  std::vector<protocol::Description> describe() const;
  std::vector<protocol::CaseLine> expand(const Profile& profile,
                                         const std::vector<Dataset>& data) const;
  Build build() const;

 private:
  WorkerAnswer ask_surely(const protocol::Request& request) const;
  std::filesystem::path program_;
  std::vector<std::string> wrap_;
  std::shared_ptr<const os::MemoryGroup> memory_group_;
};

/// $READMARK_BENCH, else readmark-bench beside this program.
std::filesystem::path find_bench_program();

}  // namespace readmark::run
