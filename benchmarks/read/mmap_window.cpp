// mmap_window: a window of the file mapped, consumed in place and unmapped, one after another.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/consume_mapped.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class MmapWindowReader final : public Reader {
 public:
  MmapWindowReader(const Dataset& dataset, std::uint64_t window)
      : path_(dataset.path), window_(window) {
    watch_faults();
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "fstat");
    for (std::uint64_t at = 0; at < bytes; at += window_) {
      Mapping mapping(file.get(), std::min(window_, bytes - at), at);
      if (!mapping.is_mapped()) return failed(pass, "mmap");
      pass = consume_mapped(pass, mapping.bytes(), at, consumers[0]);
      if (at + window_ >= bytes) consumers.before_release();
      if (pass.error) return pass;
      if (!mapping.unmap()) return failed(pass, "munmap");
    }
    return file.close() ? pass : failed(pass, "close");
  }

 private:
  std::filesystem::path path_;
  std::uint64_t window_;
};

class MmapWindow final : public Strategy {
 public:
  std::string_view summary() const override {
    return "one window of the file mapped, read in place and unmapped, after the other";
  }
  std::span<const KnobSpec> knobs() const override {
    // Multiples of 64 KiB: a page on every system that this is built for.
    static const std::vector<KnobSpec> specs{window_knob("16MiB", 64 * KiB)};
    return specs;
  }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs& knobs) const override {
    if (knobs.size("window") % os::page_size() == 0) return {};
    return Support::no("a window must be a multiple of the page size: choose one such as 16MiB");
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<MmapWindowReader>(dataset, knobs.size("window"));
  }
};

}  // namespace

const Strategy& read_mmap_window() {
  static const MmapWindow strategy;
  return strategy;
}

}  // namespace readmark
