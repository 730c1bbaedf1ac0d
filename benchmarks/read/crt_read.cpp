// crt_read: _read() of Microsoft's C run-time library until the end of the file, binary or text.
#include <fcntl.h>
#include <io.h>

#include <utility>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/windows/open_flags.hpp"
#include "core/decoded.hpp"
#include "os/windows/windows.hpp"

namespace readmark {
namespace {

static_assert(kCrtBinary == _O_BINARY && kCrtText == _O_TEXT);
static_assert(kCrtSequential == _O_SEQUENTIAL && kCrtNotInherited == _O_NOINHERIT);
static_assert(_O_RDONLY == 0);

/// A descriptor of the library, closed once.
class CrtFile {
 public:
  /// Check is_open(); false with errno set.
  CrtFile(const std::wstring& path, int flags) noexcept : file_(::_wopen(path.c_str(), flags)) {}
  ~CrtFile() { close(); }
  CrtFile(const CrtFile&) = delete;
  CrtFile& operator=(const CrtFile&) = delete;

  bool is_open() const noexcept { return file_ >= 0; }
  /// Bytes, 0 at the end, -1 with errno set.
  int read(std::span<std::byte> into) const noexcept {
    return ::_read(file_, into.data(), static_cast<unsigned>(into.size()));
  }
  bool close() noexcept {
    const int file = std::exchange(file_, -1);
    return file < 0 || ::_close(file) == 0;
  }

 private:
  int file_;
};

class CrtReadReader final : public BlockReader {
 public:
  CrtReadReader(const Dataset& dataset, std::size_t block, int flags)
      : BlockReader(dataset, block), name_(os::windows::system_path(dataset.path)), flags_(flags) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    CrtFile file(name_, flags_);
    if (!file.is_open()) return failed(pass, "_wopen");
    while (may_go_on(pass)) {
      const int got = file.read(block_.bytes());
      if (got < 0) return failed(pass, "_read");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "_close");
  }

 private:
  std::wstring name_;
  int flags_;
};

class CrtRead final : public Strategy {
 public:
  std::string_view summary() const override {
    return "_read() block by block; mode:text translates line ends and stops at Ctrl-Z, hint by "
           "_O_SEQUENTIAL";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(),
                                             choice_knob("hint", "none", {"none", "sequential"}),
                                             choice_knob("mode", "binary", {"binary", "text"})};
    return specs;
  }
  bool copies() const override { return true; }
  std::string_view decoded(const Knobs& knobs) const override {
    return knobs.text("mode") == "text" ? kTextMode : std::string_view{};
  }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    const int flags = crt_open_flags(knobs.text("mode"), knobs.text("hint"));
    return std::make_unique<CrtReadReader>(dataset, knobs.size("buf"), flags);
  }
};

}  // namespace

const Strategy& read_crt_read() {
  static const CrtRead strategy;
  return strategy;
}

}  // namespace readmark
