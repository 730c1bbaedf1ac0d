// ifstream: std::ifstream::read() of whole blocks.
#include "benchmarks/read/ifstream_reader.hpp"

namespace readmark {
namespace {

class BinaryReader final : public IfstreamReader {
 public:
  BinaryReader(const Dataset& dataset, std::size_t block)
      : IfstreamReader(dataset, block, std::ios::binary) {}
};

}  // namespace

const Strategy& read_ifstream() {
  static const BlockStrategy<BinaryReader> strategy("std::ifstream::read() block by block");
  return strategy;
}

}  // namespace readmark
