// stdio: fopen() and fread() of whole blocks, through a buffer of the block's size.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/stdio_stream.hpp"

namespace readmark {
namespace {

class StdioReader final : public BlockReader {
 public:
  StdioReader(const Dataset& dataset, std::size_t block)
      : BlockReader(dataset, block), stream_buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override {
    StdioStream stream(path_);
    if (!stream.is_open()) return failed({}, "fopen");
    // A buffer as large as the block makes each system call that large: glibc then reads past its
    // buffer, others through it.
    if (!stream.use_buffer(stream_buffer_.bytes())) return failed({}, "setvbuf");
    return stream.read_all(block_.bytes(), expected_, consumers);
  }

  void poison(std::byte value) override {
    BlockReader::poison(value);
    std::ranges::fill(stream_buffer_.bytes(), value);
  }

 private:
  os::Buffer stream_buffer_;
};

}  // namespace

const Strategy& read_stdio() {
  static const BlockStrategy<StdioReader> strategy(
      "fopen(), setvbuf() as large as the block, fread() block by block");
  return strategy;
}

}  // namespace readmark
