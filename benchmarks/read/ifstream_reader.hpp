// std::ifstream::read() of whole blocks, of a stream that is opened as binary or as text.
#pragma once

#include <fstream>

#include "benchmarks/shared/block_reader.hpp"

namespace readmark {

class IfstreamReader : public BlockReader {
 public:
  IfstreamReader(const Dataset& dataset, std::size_t block, std::ios::openmode mode)
      : BlockReader(dataset, block), mode_(mode), stream_buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override;
  void poison(std::byte value) override;

 private:
  void read_all(Consumers& consumers, Pass& pass);

  std::ios::openmode mode_;
  os::Buffer stream_buffer_;
};

}  // namespace readmark
