// What is done with the bytes. Every strategy of a comparison hands its bytes to the same kind of
// consumer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/case.hpp"

namespace readmark {

struct Checksum {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const Checksum&) const = default;
};

/// One thread's consumer. Counts the bytes it was given: a strategy's own claim is not believed.
class Consumer {
 public:
  virtual ~Consumer() = default;

  /// Pieces of a file come in any order of multiples of Consumers::split_alignment(); within one
  /// multiple front to back. (A digest covers 1 MiB at a time.)
  void consume(std::span<const std::byte> bytes, std::uint64_t offset) noexcept {
    bytes_ += bytes.size();
    take(bytes, offset);
  }
  void reset() noexcept {
    bytes_ = 0;
    clear();
  }
  std::uint64_t bytes() const noexcept { return bytes_; }
  /// Ends the pass. Parts of several threads are added modulo 2^128.
  virtual Checksum checksum() noexcept = 0;

 private:
  virtual void take(std::span<const std::byte> bytes, std::uint64_t offset) noexcept = 0;
  virtual void clear() noexcept = 0;
  std::uint64_t bytes_ = 0;
};

std::unique_ptr<Consumer> make_consumer(Use use);  // benchmarks/consumers

/// One consumer per thread of a pass.
class Consumers {
 public:
  Consumers(Use use, unsigned threads);

  Consumer& operator[](unsigned thread) { return *consumers_[thread]; }
  unsigned threads() const { return static_cast<unsigned>(consumers_.size()); }

  /// Where a file may be split between threads: multiples of this (1 MiB for digest, else 64
  /// bytes).
  std::uint64_t split_alignment() const { return split_alignment_; }

  /// A reader calls this once per pass, after the last byte was consumed and while it still holds
  /// its buffers and mappings. Does nothing but in the verifying pass, which reads the memory in
  /// use here.
  void before_release() {
    if (on_release_) on_release_();
  }
  void on_release(std::function<void()> hook) { on_release_ = std::move(hook); }

  void reset() noexcept;
  std::uint64_t bytes() const noexcept;  // of all threads
  Checksum checksum() noexcept;          // of all threads

 private:
  std::vector<std::unique_ptr<Consumer>> consumers_;
  std::uint64_t split_alignment_;
  std::function<void()> on_release_;
};

}  // namespace readmark
