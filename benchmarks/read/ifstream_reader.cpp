// The loop of the strategies that read a stream block by block.
#include "benchmarks/read/ifstream_reader.hpp"

#include "benchmarks/shared/pass.hpp"

namespace readmark {

Pass IfstreamReader::pass(Consumers& consumers) noexcept {
  Pass pass;
  try {
    read_all(consumers, pass);
  } catch (const std::exception&) {
    return failed(pass, "read");
  }
  return pass;
}

void IfstreamReader::poison(std::byte value) {
  BlockReader::poison(value);
  std::ranges::fill(stream_buffer_.bytes(), value);
}

void IfstreamReader::read_all(Consumers& consumers, Pass& pass) {
  errno = 0;
  std::ifstream stream;
  // Before open(), or libstdc++ ignores it. A buffer as large as the block makes each system call
  // that large: libstdc++ then reads past its buffer, libc++ and the MSVC library through it.
  stream.rdbuf()->pubsetbuf(reinterpret_cast<char*>(stream_buffer_.data()),
                            static_cast<std::streamsize>(stream_buffer_.size()));
  stream.open(path_, mode_);
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

}  // namespace readmark
