// read: open() and read() until the end of the file.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class ReadReader final : public Reader {
 public:
  ReadReader(const Dataset& dataset, std::size_t block) : path_(dataset.path), buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    for (;;) {
      const ssize_t got = file.read(buffer_.bytes());
      if (got < 0) return failed(pass, "read");
      if (got == 0) break;
      consumers[0].consume(buffer_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

  void poison(std::byte value) override { std::fill_n(buffer_.data(), buffer_.size(), value); }

 private:
  std::filesystem::path path_;
  os::Buffer buffer_;
};

class Read final : public Strategy {
 public:
  std::string_view summary() const override { return "read() block by block to the end"; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<ReadReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_read() {
  static const Read strategy;
  return strategy;
}

}  // namespace readmark
