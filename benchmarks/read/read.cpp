// read: open() and read() until the end of the file.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {
namespace {

class ReadReader final : public BlockReader {
 public:
  using BlockReader::BlockReader;

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    while (may_go_on(pass)) {
      const ssize_t got = file.read(block_.bytes());
      if (got < 0) return failed(pass, "read");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }
};

}  // namespace

const Strategy& read_read() {
  static const BlockStrategy<ReadReader> strategy("read() block by block to the end");
  return strategy;
}

}  // namespace readmark
