// mmap: the whole file mapped, consumed in place.
#include "benchmarks/shared/advice.hpp"
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/populate.hpp"
#include "benchmarks/shared/posix/consume_mapped.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"

namespace readmark {
namespace {

class MmapReader final : public Reader {
 public:
  MmapReader(const Dataset& dataset, const Knobs& knobs)
      : path_(dataset.path), hint_(knobs.text("hint")), populate_(knobs.on("populate")) {
    watch_faults();
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "fstat");
    if (bytes == 0) return pass;
    Mapping mapping(file.get(), bytes, 0, map_hint_flag(hint_));
    if (!mapping.is_mapped()) return failed(pass, "mmap");
    if (!file.close()) return failed(pass, "close");
    if (const auto error = give_map_hint(mapping.address(), mapping.bytes().size(), hint_)) {
      return failed(pass, "madvise", error);
    }
    if (populate_) {
      const std::error_code error = populate(mapping.address(), mapping.bytes().size());
      if (error) return failed(pass, "madvise(MADV_POPULATE_READ)", error);
    }
    pass = consume_mapped(pass, mapping.bytes(), 0, consumers[0]);
    consumers.before_release();
    return mapping.unmap() || pass.error ? pass : failed(pass, "munmap");
  }

 private:
  std::filesystem::path path_;
  std::string hint_;
  bool populate_;
};

class Mmap final : public Strategy {
 public:
  std::string_view summary() const override {
    return "the whole file mapped and read in place; hint by madvise() or MAP_NOCACHE; populate:on "
           "maps its pages in one call";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{choice_knob("hint", "none", map_hints()),
                                             flag_knob("populate")};
    return specs;
  }
  bool copies() const override { return false; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const Support hint = map_hint_support(dataset.path, knobs.text("hint"));
    if (!hint.yes) return hint;
    return knobs.on("populate") ? populate_support() : Support{};
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<MmapReader>(dataset, knobs);
  }
};

}  // namespace

const Strategy& read_mmap() {
  static const Mmap strategy;
  return strategy;
}

}  // namespace readmark
