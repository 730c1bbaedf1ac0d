// mmap: the whole file mapped, consumed in place.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/populate.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class MmapReader final : public Reader {
 public:
  MmapReader(const Dataset& dataset, bool populate) : path_(dataset.path), populate_(populate) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "fstat");
    if (bytes == 0) return pass;
    Mapping mapping(file.get(), bytes);
    if (!mapping.is_mapped()) return failed(pass, "mmap");
    if (!file.close()) return failed(pass, "close");
    if (populate_) {
      const std::error_code error = readmark::populate(mapping.address(), bytes);
      if (error) return failed(pass, "madvise(MADV_POPULATE_READ)", error);
    }
    consumers[0].consume(mapping.bytes(), 0);
    pass.bytes = bytes;
    consumers.before_release();
    return mapping.unmap() ? pass : failed(pass, "munmap");
  }

 private:
  std::filesystem::path path_;
  bool populate_;
};

class Mmap final : public Strategy {
 public:
  std::string_view summary() const override {
    return "the whole file mapped and read in place; populate:on maps its pages in one call";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{flag_knob("populate")};
    return specs;
  }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs& knobs) const override {
    return knobs.on("populate") ? populate_support() : Support{};
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<MmapReader>(dataset, knobs.on("populate"));
  }
};

}  // namespace

const Strategy& read_mmap() {
  static const Mmap strategy;
  return strategy;
}

}  // namespace readmark
