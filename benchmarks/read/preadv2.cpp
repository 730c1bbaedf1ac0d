// preadv2: positional reads with a hint of their own.
#include "benchmarks/shared/linux/preadv2.hpp"
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

int flags_of(const Knobs& knobs) { return knobs.text("hint") == "dontcache" ? kDontCache : 0; }

class Preadv2Reader final : public BlockReader {
 public:
  Preadv2Reader(const Dataset& dataset, std::size_t block, int flags)
      : BlockReader(dataset, block), flags_(flags) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    while (may_go_on(pass)) {
      const ssize_t got = pread_with(file, block_.bytes(), pass.bytes, flags_);
      if (got < 0) return failed(pass, "preadv2");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

 private:
  int flags_;
};

class Preadv2 final : public Strategy {
 public:
  std::string_view summary() const override {
    return "preadv2() block by block; hint:dontcache by RWF_DONTCACHE leaves no pages behind";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(),
                                             choice_knob("hint", "none", {"none", "dontcache"})};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const std::error_code error = try_flags(dataset.path, flags_of(knobs));
    if (!error) return {};
    return Support::no(
        failure_sentence(
            "preadv2", display_path(dataset.path), error,
            way_out(error,
                    flags_of(knobs) == 0
                        ? "this kernel or sandbox does not allow it; choose pread"
                        : "hint:dontcache needs Linux 6.14 and ext4, XFS or btrfs; leave it out")),
        error.value());
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<Preadv2Reader>(dataset, knobs.size("buf"), flags_of(knobs));
  }
};

}  // namespace

const Strategy& read_preadv2() {
  static const Preadv2 strategy;
  return strategy;
}

}  // namespace readmark
