// stdio: fopen() and fread() of whole blocks.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/stdio_open.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class StdioReader final : public Reader {
 public:
  StdioReader(const Dataset& dataset, std::size_t block)
      : path_(dataset.path), block_(block), stream_buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    errno = 0;
    std::FILE* file = open_stdio(path_);
    if (file == nullptr) return failed(pass, "fopen");
    // A buffer as large as the block makes each system call that large: glibc then reads past its
    // buffer, others through it.
    if (std::setvbuf(file, reinterpret_cast<char*>(stream_buffer_.data()), _IOFBF,
                     stream_buffer_.size()) != 0) {
      pass = failed(pass, "setvbuf");
    }
    while (!pass.error) {
      const std::size_t got = std::fread(block_.data(), 1, block_.size(), file);
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(got), pass.bytes);
      pass.bytes += got;
    }
    if (!pass.error && std::ferror(file) != 0) pass = failed(pass, "fread");
    consumers.before_release();
    if (std::fclose(file) != 0 && !pass.error) pass = failed(pass, "fclose");
    return pass;
  }

  void poison(std::byte value) override {
    for (const os::Buffer* buffer : {&block_, &stream_buffer_}) {
      std::fill_n(buffer->data(), buffer->size(), value);
    }
  }

 private:
  std::filesystem::path path_;
  os::Buffer block_;
  os::Buffer stream_buffer_;
};

class Stdio final : public Strategy {
 public:
  std::string_view summary() const override { return "fopen() and fread() block by block"; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<StdioReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_stdio() {
  static const Stdio strategy;
  return strategy;
}

}  // namespace readmark
