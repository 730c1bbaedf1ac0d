// Memory for several blocks.
#include "benchmarks/shared/block_reader.hpp"

#include <fmt/format.h>

#include "core/units.hpp"

namespace readmark {

unsigned blocks_for(const Dataset& dataset, std::size_t block_bytes, unsigned wanted) {
  const std::uint64_t blocks = dataset.bytes / block_bytes + (dataset.bytes % block_bytes > 0);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, wanted));
}

Support blocks_fit(unsigned blocks, std::size_t block_bytes) {
  const std::uint64_t limit = os::memory_limit_bytes();
  if (limit / 2 / block_bytes >= blocks) return {};
  return Support::no(
      fmt::format("{} blocks of {} need more than half of the {} of memory; choose a smaller buf, "
                  "or fewer of them (depth, count, threads)",
                  blocks, format_size(block_bytes), human_bytes(limit)));
}

}  // namespace readmark
