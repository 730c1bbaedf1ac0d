// How many reads that were asked for as asynchronous ones were done when the call returned.
#pragma once

#include <cstdint>
#include <string>

namespace readmark {

struct SynchronousShare {
  std::uint64_t reads = 0;
  std::uint64_t at_once = 0;

  void add(const SynchronousShare& other) noexcept {
    reads += other.reads;
    at_once += other.at_once;
  }

  /// "all", "none", "some (37 %)"; empty before the first read.
  std::string text() const {
    if (reads == 0) return {};
    if (at_once == 0) return "none";
    if (at_once == reads) return "all";
    return "some (" + std::to_string(100 * at_once / reads) + " %)";
  }
};

}  // namespace readmark
