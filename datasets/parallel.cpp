// Threads that take the next block until none is left.
#include "datasets/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/digest.hpp"
#include "core/error.hpp"
#include "os/memory.hpp"

namespace readmark::datasets {
namespace {

constexpr auto kProgressEvery = std::chrono::milliseconds(100);

class Team {
 public:
  Team(std::uint64_t file_bytes, const std::function<BlockTask()>& start_thread)
      : file_bytes_(file_bytes), blocks_(block_count(file_bytes)), start_thread_(start_thread) {}

  ~Team() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }

  void start(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
      {
        const std::lock_guard lock(mutex_);
        ++running_;
      }
      try {
        threads_.emplace_back([this] { work(); });
      } catch (const std::system_error& error) {
        const std::lock_guard lock(mutex_);
        --running_;
        if (i == 0) throw_failure("start", "a thread", error.code(), "end other programs");
        return;  // fewer threads do the same work
      }
    }
  }

  void wait(const Progress& progress) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kProgressEvery, [this] { return running_ == 0; })) {
      if (!progress) continue;
      lock.unlock();
      progress(done_bytes_, file_bytes_);
      lock.lock();
    }
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work() noexcept {
    try {
      const BlockTask task = start_thread_();
      while (!stop_) {
        const std::uint64_t index = next_++;
        if (index >= blocks_) break;
        const std::uint64_t offset = index * kDigestBlock;
        const std::uint64_t bytes = std::min(kDigestBlock, file_bytes_ - offset);
        task({index, offset, static_cast<std::size_t>(bytes)});
        done_bytes_ += bytes;
      }
    } catch (...) {
      stop_ = true;
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_one();
  }

  const std::uint64_t file_bytes_;
  const std::uint64_t blocks_;
  const std::function<BlockTask()>& start_thread_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_bytes_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned running_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace

std::uint64_t block_count(std::uint64_t file_bytes) noexcept {
  return file_bytes / kDigestBlock + (file_bytes % kDigestBlock != 0 ? 1 : 0);
}

void for_each_block(std::uint64_t file_bytes, unsigned threads, const Progress& progress,
                    const std::function<BlockTask()>& start_thread) {
  const std::uint64_t blocks = block_count(file_bytes);
  if (blocks == 0) return;
  if (threads == 0) threads = std::max(1u, os::cpu_count());
  if (progress) progress(0, file_bytes);
  {
    Team team(file_bytes, start_thread);
    team.start(static_cast<unsigned>(std::min<std::uint64_t>(threads, blocks)));
    team.wait(progress);
  }
  if (progress) progress(file_bytes, file_bytes);
}

}  // namespace readmark::datasets
