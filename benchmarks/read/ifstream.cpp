// ifstream: std::ifstream::read() of whole blocks.
#include <fstream>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class IfstreamReader final : public Reader {
 public:
  IfstreamReader(const Dataset& dataset, std::size_t block)
      : path_(dataset.path), block_(block), stream_buffer_(block) {}

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
    for (const os::Buffer* buffer : {&block_, &stream_buffer_}) {
      std::fill_n(buffer->data(), buffer->size(), value);
    }
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
    while (stream.good()) {
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

  std::filesystem::path path_;
  os::Buffer block_;
  os::Buffer stream_buffer_;
};

class Ifstream final : public Strategy {
 public:
  std::string_view summary() const override { return "std::ifstream::read() block by block"; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<IfstreamReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_ifstream() {
  static const Ifstream strategy;
  return strategy;
}

}  // namespace readmark
