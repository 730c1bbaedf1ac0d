// Where the handlers of an asynchronous library put what they are given: consumed piece by piece in
// the order of the calls, and counted. The handlers run one after the other, on whatever threads.
#pragma once

#include <cstdint>
#include <span>

#include "benchmarks/shared/pass.hpp"

namespace readmark {

class HandlerSink {
 public:
  struct Counts {
    std::uint64_t calls = 0;   // of a handler
    std::uint64_t pieces = 0;  // contiguous parts that these were given
  };

  /// `expected`: with so many bytes all of the file has been given.
  HandlerSink(Consumers& consumers, std::uint64_t expected) noexcept
      : consumers_(consumers), expected_(expected) {}

  /// One part of what a handler is given; the library holds it until the handler returns.
  void take(std::span<const std::byte> piece) noexcept {
    ++counts_.pieces;
    consumers_[0].consume(piece, pass_.bytes);
    pass_.bytes += piece.size();
    if (pass_.bytes >= expected_) release();
  }

  /// A handler has taken all of its parts. The first error is the one that counts.
  void handled(const char* call, int error) noexcept {
    ++counts_.calls;
    if (error != 0 && !pass_.error) pass_ = failed(pass_, call, {error, std::generic_category()});
  }

  /// When no handler will run any more.
  Pass end() noexcept {
    release();
    return pass_;
  }
  Counts counts() const noexcept { return counts_; }

 private:
  void release() noexcept {
    if (!released_) consumers_.before_release();
    released_ = true;
  }

  Consumers& consumers_;
  std::uint64_t expected_;
  Pass pass_;
  Counts counts_;
  bool released_ = false;
};

}  // namespace readmark
