// ifstream: std::ifstream::read() of whole blocks.
#include <fstream>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"

namespace readmark {
namespace {

class IfstreamReader final : public BlockReader {
 public:
  IfstreamReader(const Dataset& dataset, std::size_t block)
      : BlockReader(dataset, block), stream_buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    try {
      read_all(consumers, pass);
    } catch (const std::exception&) {
      return failed(pass, "read");
    }
    return pass;
  }

  void poison(std::byte value) override {
    BlockReader::poison(value);
    std::ranges::fill(stream_buffer_.bytes(), value);
  }

 private:
  void read_all(Consumers& consumers, Pass& pass) {
    errno = 0;
    std::ifstream stream;
    // Before open(), or libstdc++ ignores it. A buffer as large as the block makes each system call
    // that large: libstdc++ then reads past its buffer, libc++ and the MSVC library through it.
    stream.rdbuf()->pubsetbuf(reinterpret_cast<char*>(stream_buffer_.data()),
                              static_cast<std::streamsize>(stream_buffer_.size()));
    stream.open(path_, std::ios::binary);
    if (!stream.is_open()) {
      pass = failed(pass, "open");
      return;
    }
    while (stream.good() && may_go_on(pass)) {
      stream.read(reinterpret_cast<char*>(block_.data()),
                  static_cast<std::streamsize>(block_.size()));
      const auto got = static_cast<std::size_t>(stream.gcount());
      consumers[0].consume(block_.bytes().first(got), pass.bytes);
      pass.bytes += got;
    }
    if (stream.bad()) pass = failed(pass, "read");
    consumers.before_release();
    stream.close();
  }

  os::Buffer stream_buffer_;
};

}  // namespace

const Strategy& read_ifstream() {
  static const BlockStrategy<IfstreamReader> strategy("std::ifstream::read() block by block");
  return strategy;
}

}  // namespace readmark
