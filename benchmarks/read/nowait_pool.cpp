// nowait_pool: what is cached is read at once, what is not is left to a thread of a pool.
#include <fmt/format.h>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/linux/preadv2.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/team.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

class NowaitPoolReader final : public BlockReader {
 public:
  NowaitPoolReader(const Dataset& dataset, std::size_t block)
      : BlockReader(dataset, block), team_(2) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    reads_ = handed_on_ = 0;
    while (may_go_on(pass)) {
      ssize_t got = pread_with(file, block_.bytes(), pass.bytes, kNoWait);
      if (got < 0 && errno != EAGAIN) return failed(pass, "preadv2");
      if (got < 0) {
        if (const auto error = read_in_pool(file, pass.bytes, got)) {
          return failed(pass, "pread", error);
        }
      }
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
      ++reads_;
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    return {{"pool", fmt::format("{} of {} reads", handed_on_, reads_)}};
  }

 private:
  /// The other thread waits for the device, this one for the other.
  std::error_code read_in_pool(const Fd& file, std::uint64_t at, ssize_t& got) noexcept {
    std::error_code error;
    auto work = [&](unsigned thread) noexcept {
      if (thread != 1) return;
      got = file.pread(block_.bytes(), at);
      if (got < 0) error = last_errno();
    };
    team_.run(work);
    ++handed_on_;
    return error;
  }

  Team team_;
  std::uint64_t reads_ = 0;
  std::uint64_t handed_on_ = 0;
};

class NowaitPool final : public Strategy {
 public:
  std::string_view summary() const override {
    return "preadv2(RWF_NOWAIT); what would wait for the device is read by a thread of a pool";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs&) const override {
    const std::error_code error = try_flags(dataset.path, kNoWait);
    if (!error) return {};
    return Support::no(
        failure_sentence("preadv2(RWF_NOWAIT)", display_path(dataset.path), error,
                         way_out(error,
                                 "this kernel, filesystem or sandbox does not allow it; "
                                 "choose pread")),
        error.value());
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<NowaitPoolReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_nowait_pool() {
  static const NowaitPool strategy;
  return strategy;
}

}  // namespace readmark
