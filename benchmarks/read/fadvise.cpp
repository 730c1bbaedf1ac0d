// fadvise: posix_fadvise(), then read().
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {
namespace {

constexpr std::string_view kWillNeed = "willneed";

int advice_of(std::string_view hint) {
  if (hint == "sequential") return POSIX_FADV_SEQUENTIAL;
  if (hint == "random") return POSIX_FADV_RANDOM;
  if (hint == "noreuse") return POSIX_FADV_NOREUSE;
  return POSIX_FADV_WILLNEED;
}

class FadviseReader final : public BlockReader {
 public:
  FadviseReader(const Dataset& dataset, const Knobs& knobs)
      : BlockReader(dataset, knobs.size("buf")),
        advice_(advice_of(knobs.text("hint"))),
        window_(knobs.text("hint") == kWillNeed ? std::max(knobs.size("window"), knobs.size("buf"))
                                                : 0) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    // Nothing to wait for: the answer to a hint is its effect. A length of 0 is the whole file.
    if (const auto error = advise(file, 0, window_)) return failed(pass, "posix_fadvise", error);
    while (may_go_on(pass)) {
      if (const auto error = advise_ahead(file, pass.bytes)) {
        return failed(pass, "posix_fadvise", error);
      }
      const ssize_t got = file.read(block_.bytes());
      if (got < 0) return failed(pass, "read");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    if (window_ == 0) return {};
    return {{"window", format_size(window_)}};  // no smaller than a block
  }

 private:
  std::error_code advise(const Fd& file, std::uint64_t at, std::uint64_t bytes) const noexcept {
    const int error =
        ::posix_fadvise(file.get(), static_cast<off_t>(at), static_cast<off_t>(bytes), advice_);
    return {error, std::generic_category()};
  }

  /// Only for willneed: the next window is asked for when this one is begun.
  std::error_code advise_ahead(const Fd& file, std::uint64_t at) const noexcept {
    if (window_ == 0 || at % window_ >= block_.size()) return {};
    const std::uint64_t next = at - at % window_ + window_;
    return next < expected_ ? advise(file, next, window_) : std::error_code();
  }

  int advice_;
  std::uint64_t window_;
};

class Fadvise final : public Strategy {
 public:
  std::string_view summary() const override {
    return "posix_fadvise(), then read(); hint:willneed asks for the next `window` in advance";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{
        buf_knob(), window_knob("4MiB", 4 * KiB),
        choice_knob("hint", "sequential", {"sequential", "random", kWillNeed, "noreuse"})};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<FadviseReader>(dataset, knobs);
  }
};

}  // namespace

const Strategy& read_fadvise() {
  static const Fadvise strategy;
  return strategy;
}

}  // namespace readmark
