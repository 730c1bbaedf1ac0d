// append_reallocate: deliberately quadratic, as the old text-mode slurps were: each block is
// appended by copying all that was read so far into a new allocation.
#include <fmt/format.h>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/growing_memory.hpp"
#include "benchmarks/shared/whole_file.hpp"
#include "core/units.hpp"

namespace readmark {
namespace {

constexpr double kMostCopied = 100e9;  // bytes: half a minute

class AppendReallocateReader final : public BlockReader {
 public:
  using BlockReader::BlockReader;

  Pass pass(Consumers& consumers) noexcept override {
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed({}, "open", error);
    GrowingMemory memory;
    Pass pass;
    while (may_go_on(pass)) {
      const std::size_t got = file.read(block_.bytes(), error);
      if (error) return failed(pass, "read", error);
      if (got == 0) break;
      if (!memory.copy_to_new(memory.bytes().size() + got)) return no_memory();
      std::copy_n(block_.data(), got, memory.bytes().last(got).data());
      pass.bytes += got;
    }
    consume_whole(memory.bytes(), consumers);
    file.close();
    return pass;
  }
};

class AppendReallocate final : public Strategy {
 public:
  std::string_view summary() const override {
    return "each block appended by copying everything into a new allocation: deliberately "
           "quadratic";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const auto bytes = static_cast<double>(dataset.bytes);
    const double copied = bytes * bytes / 2 / static_cast<double>(knobs.size("buf"));
    if (copied <= kMostCopied) return fits_in_memory(dataset.bytes, 2);
    return Support::no(
        fmt::format("the copies of this quadratic way would come to {}, more than {}: choose a "
                    "larger buffer or a smaller file",
                    human_bytes(static_cast<std::uint64_t>(std::min(copied, 1e18))),
                    human_bytes(static_cast<std::uint64_t>(kMostCopied))));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<AppendReallocateReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_append_reallocate() {
  static const AppendReallocate strategy;
  return strategy;
}

}  // namespace readmark
