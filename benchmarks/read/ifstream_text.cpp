// ifstream_text: the same as ifstream without std::ios::binary, as it is written when nobody thinks
// of it. Only Windows knows the difference.
#include "benchmarks/read/ifstream_reader.hpp"
#include "benchmarks/shared/text_mode.hpp"

namespace readmark {
namespace {

class TextReader final : public IfstreamReader {
 public:
  TextReader(const Dataset& dataset, std::size_t block)
      : IfstreamReader(dataset, block, std::ios::in) {}
};

}  // namespace

const Strategy& read_ifstream_text() {
  static const BlockStrategy<TextReader> strategy(
      "std::ifstream::read() block by block, opened without std::ios::binary",
      text_mode_decoding());
  return strategy;
}

}  // namespace readmark
