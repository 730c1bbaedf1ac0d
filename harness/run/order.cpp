// Shuffling that does not depend on the standard library: std::shuffle differs between
// implementations.
#include "run/order.hpp"

#include <algorithm>
#include <map>
#include <random>

namespace readmark::run {
namespace {

// An unbiased number below `bound`, by rejection.
std::uint64_t below(std::mt19937_64& generator, std::uint64_t bound) {
  const std::uint64_t most = std::mt19937_64::max() - std::mt19937_64::max() % bound;
  std::uint64_t value = generator();
  while (value >= most) value = generator();
  return value % bound;
}

template <typename T>
void shuffle(std::vector<T>& items, std::mt19937_64& generator) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[below(generator, i)]);
}

}  // namespace

std::vector<std::size_t> round_order(std::span<const unsigned> groups, std::uint64_t seed,
                                     unsigned round) {
  std::map<unsigned, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < groups.size(); ++i) members[groups[i]].push_back(i);

  std::mt19937_64 generator(seed ^ (0x9E3779B97F4A7C15u * (std::uint64_t{round} + 1)));
  std::vector<unsigned> order;
  for (const auto& [group, unused] : members) order.push_back(group);
  shuffle(order, generator);

  std::vector<std::size_t> result;
  for (const unsigned group : order) {
    std::vector<std::size_t>& indices = members[group];
    shuffle(indices, generator);
    result.insert(result.end(), indices.begin(), indices.end());
  }
  return result;
}

}  // namespace readmark::run
