// Work on the blocks of a file by several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace readmark::datasets {

/// Told now and then, on the caller's thread, how much of the work is done. May throw to stop: what
/// is done is kept.
using Progress = std::function<void(std::uint64_t done_bytes, std::uint64_t total_bytes)>;

struct Block {
  std::uint64_t index = 0;
  std::uint64_t offset = 0;
  std::size_t bytes = 0;
};
std::uint64_t block_count(std::uint64_t file_bytes) noexcept;

using BlockTask = std::function<void(const Block&)>;

/// Calls `start_thread` once on each thread and what it returns for each block, in any order.
/// `threads` 0 means one per CPU that this process may use. The first exception of a task stops all
/// and is rethrown.
void for_each_block(std::uint64_t file_bytes, unsigned threads, const Progress& progress,
                    const std::function<BlockTask()>& start_thread);

}  // namespace readmark::datasets
