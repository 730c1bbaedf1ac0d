// A C stream read block by block to its end, closed once.
#pragma once

#include <cstdio>
#include <span>

#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/stdio_open.hpp"
#include "core/strategy.hpp"

namespace readmark {

class StdioStream {
 public:
  /// Check is_open(); false with errno set.
  explicit StdioStream(const std::filesystem::path& path) noexcept {
    errno = 0;
    file_ = open_stdio(path);
  }
  /// Takes over what fopen() returned.
  explicit StdioStream(std::FILE* file) noexcept : file_(file) {}
  ~StdioStream() {
    if (file_ != nullptr) std::fclose(file_);
  }
  StdioStream(const StdioStream&) = delete;
  StdioStream& operator=(const StdioStream&) = delete;

  bool is_open() const noexcept { return file_ != nullptr; }

  /// Before the first read. The buffer must outlive the stream.
  bool use_buffer(std::span<std::byte> buffer) noexcept {
    return std::setvbuf(file_, reinterpret_cast<char*>(buffer.data()), _IOFBF, buffer.size()) == 0;
  }

  /// To the end, or to the first block beyond `expected` bytes; then closes.
  Pass read_all(std::span<std::byte> block, std::uint64_t expected, Consumers& consumers) noexcept {
    Pass pass;
    while (pass.bytes <= expected) {
      const std::size_t got = std::fread(block.data(), 1, block.size(), file_);
      if (got == 0) break;
      consumers[0].consume(block.first(got), pass.bytes);
      pass.bytes += got;
    }
    if (std::ferror(file_) != 0) return failed(pass, "fread");
    consumers.before_release();
    return std::fclose(std::exchange(file_, nullptr)) == 0 ? pass : failed(pass, "fclose");
  }

 private:
  std::FILE* file_ = nullptr;
};

}  // namespace readmark
