// Makes any block of a dataset from its spec and the block's index alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "datasets/spec.hpp"

namespace readmark::datasets {

class LogText;

/// One per thread. Blocks are those of the digest (core/digest.hpp): kDigestBlock bytes, the last
/// one what is left. No line crosses blocks in a log.
class Generator {
 public:
  explicit Generator(const Spec& spec);
  ~Generator();
  Generator(const Generator&) = delete;
  Generator& operator=(const Generator&) = delete;

  /// Valid until the next call. Throws RuntimeError for a spec that cannot be, as one whose lines
  /// do not fit its bytes.
  std::span<const std::byte> make(std::uint64_t index);

 private:
  Spec spec_;
  std::unique_ptr<char[]> buffer_;
  std::unique_ptr<LogText> log_;
};

}  // namespace readmark::datasets
