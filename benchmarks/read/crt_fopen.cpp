// crt_fopen: fopen() and fread() of Microsoft's C run-time library: binary, text, and text that is
// decoded from UTF-8.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/stdio_stream.hpp"
#include "benchmarks/shared/windows/open_flags.hpp"
#include "core/decoded.hpp"
#include "os/windows/windows.hpp"

namespace readmark {
namespace {

class CrtFopenReader final : public BlockReader {
 public:
  CrtFopenReader(const Dataset& dataset, std::size_t block, std::string_view mode)
      : BlockReader(dataset, block),
        name_(os::windows::system_path(dataset.path)),
        mode_(crt_fopen_mode(mode)),
        most_(mode == "utf8" ? 2 * dataset.bytes : dataset.bytes),
        stream_buffer_(block) {}

  Pass pass(Consumers& consumers) noexcept override {
    errno = 0;
    StdioStream stream(::_wfopen(name_.c_str(), mode_));
    if (!stream.is_open()) return failed({}, "_wfopen");
    if (!stream.use_buffer(stream_buffer_.bytes())) return failed({}, "setvbuf");
    return stream.read_all(block_.bytes(), most_, consumers);
  }

  void poison(std::byte value) override {
    BlockReader::poison(value);
    std::ranges::fill(stream_buffer_.bytes(), value);
  }

 private:
  std::wstring name_;
  const wchar_t* mode_;
  std::uint64_t most_;  // bytes that may come of the file: one of UTF-8 becomes two of UTF-16
  os::Buffer stream_buffer_;
};

class CrtFopen final : public Strategy {
 public:
  std::string_view summary() const override {
    return "fopen() as \"rb\", \"r\" (mode:text) or \"rt, ccs=UTF-8\" (mode:utf8, which gives "
           "UTF-16), fread() block by block";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{
        buf_knob(), choice_knob("mode", "binary", {"binary", "text", "utf8"})};
    return specs;
  }
  bool copies() const override { return true; }
  std::string_view decoded(const Knobs& knobs) const override {
    if (knobs.text("mode") == "text") return kTextMode;
    return knobs.text("mode") == "utf8" ? kTextModeUtf16 : std::string_view{};
  }
  Support support(const Dataset&, const Knobs& knobs) const override {
    if (knobs.text("mode") != "utf8" || knobs.size("buf") % 2 == 0) return {};
    return Support::no("mode:utf8 gives units of two bytes: choose an even buf");
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<CrtFopenReader>(dataset, knobs.size("buf"), knobs.text("mode"));
  }
};

}  // namespace

const Strategy& read_crt_fopen() {
  static const CrtFopen strategy;
  return strategy;
}

}  // namespace readmark
