// Threads that are there before the timer starts and do one job at a time together.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace readmark {

/// `size` workers: the caller's own thread is worker 0, the others sleep between jobs. They sleep
/// rather than spin: a spinning thread would be charged to the case as CPU time and take a core
/// from the others, and the wake-up that is paid instead is what every program with a pool of
/// threads pays.
class Team {
 public:
  /// Throws RuntimeError when the system gives no more threads.
  explicit Team(unsigned size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls work(i) on worker i, for all of them, and returns when all are done. Allocates nothing.
  template <typename Work>
  void run(Work& work) noexcept {
    call([](void* context, unsigned i) noexcept { (*static_cast<Work*>(context))(i); }, &work);
  }

 private:
  using Job = void (*)(void* context, unsigned worker) noexcept;

  void call(Job job, void* context) noexcept;
  void work_loop(unsigned worker) noexcept;
  void end_threads() noexcept;

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable done_;
  Job job_ = nullptr;
  void* context_ = nullptr;
  std::uint64_t jobs_begun_ = 0;
  unsigned unfinished_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace readmark
