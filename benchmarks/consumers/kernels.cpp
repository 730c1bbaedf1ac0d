// Which kernels can run on this processor.
#include "benchmarks/consumers/kernels.hpp"

namespace readmark {
namespace {

std::vector<Kernels> find_kernels() {
  std::vector<Kernels> found;
  for (const Kernels* kernels : {avx2_kernels(), neon_kernels()}) {
    if (kernels != nullptr) found.push_back(*kernels);
  }
  found.push_back(portable_kernels());
  return found;
}

}  // namespace

std::span<const Kernels> available_kernels() {
  static const std::vector<Kernels> kernels = find_kernels();
  return kernels;
}

}  // namespace readmark
