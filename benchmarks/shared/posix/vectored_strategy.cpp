// readv() and preadv() into `count` buffers of `buf` bytes.
#include "benchmarks/shared/posix/vectored_strategy.hpp"

#include <sys/uio.h>

#include <fmt/format.h>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "core/one_call.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class VectoredReader final : public Reader {
 public:
  VectoredReader(const Dataset& dataset, unsigned count, std::size_t block, bool positional)
      : path_(dataset.path),
        expected_(dataset.bytes),
        positional_(positional),
        asked_(count),
        filled_(buffers_by_one_call(count, block)) {
    for (unsigned i = 0; i < filled_; ++i) {
      buffers_.emplace_back(block);
      vectors_.push_back({buffers_.back().data(), block});
    }
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    while (pass.bytes <= expected_) {
      const ssize_t got = read(file, pass.bytes);
      if (got < 0) return failed(pass, positional_ ? "preadv" : "readv");
      if (got == 0) break;
      hand_over(static_cast<std::size_t>(got), pass, consumers[0]);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

  void poison(std::byte value) override {
    for (os::Buffer& buffer : buffers_) std::fill_n(buffer.data(), buffer.size(), value);
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    if (filled_ == asked_) return {};
    return {{"count", fmt::format("{}: no call is asked for more than 1 GiB", filled_)}};
  }

 private:
  ssize_t read(const Fd& file, std::uint64_t at) const noexcept {
    const int count = static_cast<int>(vectors_.size());
    ssize_t got = -1;
    do {
      got = positional_ ? ::preadv(file.get(), vectors_.data(), count, static_cast<off_t>(at))
                        : ::readv(file.get(), vectors_.data(), count);
    } while (got < 0 && errno == EINTR);
    return got;
  }

  /// The buffers were filled in order, the last one perhaps in part.
  void hand_over(std::size_t got, Pass& pass, Consumer& consumer) const noexcept {
    for (const os::Buffer& buffer : buffers_) {
      const std::size_t size = std::min(got, buffer.size());
      if (size == 0) return;
      consumer.consume(buffer.bytes().first(size), pass.bytes);
      pass.bytes += size;
      got -= size;
    }
  }

  std::filesystem::path path_;
  std::uint64_t expected_;
  bool positional_;
  unsigned asked_;
  unsigned filled_;  // by one call
  std::vector<os::Buffer> buffers_;
  std::vector<iovec> vectors_;
};

}  // namespace

std::span<const KnobSpec> VectoredStrategy::knobs() const {
  static const std::vector<KnobSpec> specs{count_knob(), buf_knob()};
  return specs;
}

Support VectoredStrategy::support(const Dataset& dataset, const Knobs& knobs) const {
  const std::size_t block = knobs.size("buf");
  return blocks_fit(blocks_for(dataset, block, knobs.count("count")), block);
}

std::unique_ptr<Reader> VectoredStrategy::reader(const Dataset& dataset, const Knobs& knobs) const {
  return std::make_unique<VectoredReader>(
      dataset, blocks_for(dataset, knobs.size("buf"), knobs.count("count")), knobs.size("buf"),
      positional_);
}

}  // namespace readmark
