// Strategies that read() block by block and make another call once per window.
#pragma once

#include <system_error>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {

/// `Call` has a name, kName, and is made at(fd, position, window) when the position has reached a
/// multiple of the window, 0 too, and at_end(fd, bytes).
template <typename Call>
class WindowedReader final : public BlockReader {
 public:
  WindowedReader(const Dataset& dataset, const Knobs& knobs)
      : BlockReader(dataset, knobs.size("buf")),
        window_(std::max(knobs.size("window"), knobs.size("buf"))) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t next = 0;  // position of the next call
    while (may_go_on(pass)) {
      if (pass.bytes >= next) {
        if (const auto error = Call::at(file.get(), next, window_)) {
          return failed(pass, Call::kName, error);
        }
        next += window_;
      }
      const ssize_t got = file.read(block_.bytes());
      if (got < 0) return failed(pass, "read");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    if (const auto error = Call::at_end(file.get(), pass.bytes)) {
      return failed(pass, Call::kName, error);
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "close");
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    return {{"window", format_size(window_)}};
  }

 private:
  std::uint64_t
      window_;  // no smaller than a block: what is less far away is read before it is asked for
};

template <typename Call>
class WindowedStrategy final : public Strategy {
 public:
  explicit WindowedStrategy(std::string_view summary) : summary_(summary) {}

  std::string_view summary() const override { return summary_; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), window_knob("4MiB", 4 * KiB)};
    return specs;
  }
  bool copies() const override { return true; }
  /// A call that not every file takes says so by Call::support(path).
  Support support(const Dataset& dataset, const Knobs&) const override {
    if constexpr (requires { Call::support(dataset.path); }) {
      return Call::support(dataset.path);
    } else {
      return {};
    }
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WindowedReader<Call>>(dataset, knobs);
  }

 private:
  std::string_view summary_;
};

}  // namespace readmark
