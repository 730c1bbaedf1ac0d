// reader_thread: one thread reads blocks ahead, another consumes them: double and triple buffering.
#include <condition_variable>
#include <mutex>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/team.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

/// A ring of blocks between one thread that fills and one that drains.
class Ring {
 public:
  Ring(unsigned blocks, std::size_t block_bytes) : filled_(blocks) {
    for (unsigned i = 0; i < blocks; ++i) blocks_.emplace_back(block_bytes);
  }

  void reset() noexcept {
    written_ = read_ = 0;
    ended_ = false;
  }

  /// The next free block; waits while all are full.
  std::span<std::byte> to_fill() noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return written_ - read_ < blocks_.size(); });
    return blocks_[written_ % blocks_.size()].bytes();
  }
  /// 0 bytes: the end.
  void fill(std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    if (bytes == 0) {
      ended_ = true;
    } else {
      filled_[written_++ % blocks_.size()] = bytes;
    }
    changed_.notify_one();
  }

  /// The oldest full block, empty at the end; waits while there is none.
  std::span<const std::byte> to_drain() noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return written_ > read_ || ended_; });
    if (written_ == read_) return {};
    const std::size_t i = read_ % blocks_.size();
    return blocks_[i].bytes().first(filled_[i]);
  }
  void drained() noexcept {
    const std::lock_guard lock(mutex_);
    ++read_;
    changed_.notify_one();
  }

  std::span<os::Buffer> blocks() noexcept { return blocks_; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<os::Buffer> blocks_;
  std::vector<std::size_t> filled_;
  std::uint64_t written_ = 0;
  std::uint64_t read_ = 0;
  bool ended_ = false;
};

class ReaderThreadReader final : public Reader {
 public:
  ReaderThreadReader(const Dataset& dataset, std::size_t block, unsigned depth)
      : path_(dataset.path),
        expected_(dataset.bytes),
        ring_(blocks_for(dataset, block, depth + 1), block),
        team_(2) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed(pass, "open", error);
    ring_.reset();
    auto work = [&](unsigned thread) noexcept {
      if (thread == 0) {
        drain(pass, consumers[0]);
      } else {
        read_ahead(file, error);
      }
    };
    team_.run(work);
    consumers.before_release();
    file.close();
    return error ? failed(pass, "read", error) : pass;
  }

  void poison(std::byte value) override {
    for (os::Buffer& block : ring_.blocks()) std::fill_n(block.data(), block.size(), value);
  }

 private:
  void read_ahead(os::File& file, std::error_code& error) noexcept {
    std::uint64_t total = 0;
    std::size_t got = 0;
    do {
      got = total <= expected_ ? file.read(ring_.to_fill(), error) : 0;
      if (error) got = 0;
      total += got;
      ring_.fill(got);
    } while (got > 0);
  }

  void drain(Pass& pass, Consumer& consumer) noexcept {
    for (;;) {
      const std::span<const std::byte> block = ring_.to_drain();
      if (block.empty()) return;
      consumer.consume(block, pass.bytes);
      pass.bytes += block.size();
      ring_.drained();
    }
  }

  std::filesystem::path path_;
  std::uint64_t expected_;
  Ring ring_;
  Team team_;
};

class ReaderThread final : public Strategy {
 public:
  std::string_view summary() const override {
    return "one thread reads `depth` blocks ahead of the one that consumes them";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), depth_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const std::size_t block = knobs.size("buf");
    return blocks_fit(blocks_for(dataset, block, knobs.count("depth") + 1), block);
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<ReaderThreadReader>(dataset, knobs.size("buf"), knobs.count("depth"));
  }
};

}  // namespace

const Strategy& read_reader_thread() {
  static const ReaderThread strategy;
  return strategy;
}

}  // namespace readmark
