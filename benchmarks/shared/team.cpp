// One job at a time for a fixed set of threads.
#include "benchmarks/shared/team.hpp"

#include <string>
#include <system_error>

#include "core/error.hpp"
#include "os/affinity.hpp"

namespace readmark {

Team::Team(unsigned size) {
  threads_.reserve(size);
  try {
    for (unsigned worker = 1; worker < size; ++worker) {
      threads_.emplace_back([this, worker] { work_loop(worker); });
    }
  } catch (const std::system_error& error) {
    end_threads();
    throw_failure("start", "thread " + std::to_string(threads_.size() + 1), error.code(),
                  "ask for fewer with --threads");
  }
}

Team::~Team() { end_threads(); }

void Team::end_threads() noexcept {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Team::call(Job job, void* context) noexcept {
  if (threads_.empty()) {
    job(context, 0);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    job_ = job;
    context_ = context;
    unfinished_ = static_cast<unsigned>(threads_.size());
    ++jobs_begun_;
  }
  begin_.notify_all();
  job(context, 0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return unfinished_ == 0; });
}

void Team::work_loop(unsigned worker) noexcept {
  os::somebody_waits();
  std::uint64_t jobs_seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return ending_ || jobs_begun_ != jobs_seen; });
    if (ending_) return;
    jobs_seen = jobs_begun_;
    lock.unlock();
    job_(context_, worker);
    lock.lock();
    if (--unfinished_ == 0) done_.notify_one();
  }
}

}  // namespace readmark
