// stdio_plain: fopen() and fread() with the buffer that the C library chooses itself.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/stdio_stream.hpp"

namespace readmark {
namespace {

class StdioPlainReader final : public BlockReader {
 public:
  using BlockReader::BlockReader;

  Pass pass(Consumers& consumers) noexcept override {
    StdioStream stream(path_);
    if (!stream.is_open()) return failed({}, "fopen");
    return stream.read_all(block_.bytes(), expected_, consumers);
  }
};

}  // namespace

const Strategy& read_stdio_plain() {
  static const BlockStrategy<StdioPlainReader> strategy(
      "fopen() and fread() block by block, with the library's own buffer");
  return strategy;
}

}  // namespace readmark
