// Passes over memory instead of a file: what bounds every read from the page cache.
#pragma once

#include <atomic>
#include <vector>

#include "benchmarks/shared/team.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {

enum class MemoryWork {
  copy,  // into a small buffer over and over, as the best read() from the page cache would
  read,  // every byte added up in place, as the best mapped reader would
};

class MemoryReader final : public Reader {
 public:
  MemoryReader(MemoryWork work, std::uint64_t bytes, unsigned threads);
  Pass pass(Consumers& consumers) noexcept override;
  std::vector<std::pair<std::string, std::string>> effective() const override;

 private:
  void copy(std::span<const std::byte> part, unsigned thread) const noexcept;

  MemoryWork work_;
  os::Buffer memory_;
  std::vector<os::Buffer> destinations_;  // one per thread
  std::atomic<std::uint64_t> sink_{0};    // keeps the compiler from leaving the work out
  Team team_;
};

}  // namespace readmark
