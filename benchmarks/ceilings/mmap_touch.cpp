// mmap_touch: what a page fault on a mapped, cached file costs, mapping and unmapping shared out.
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class MmapTouchReader final : public Reader {
 public:
  explicit MmapTouchReader(const Dataset& dataset) : path_(dataset.path) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t size = 0;
    if (!file.size(size)) return failed(pass, "fstat");
    if (size == 0) return pass;
    Mapping mapping(file.get(), size);
    if (!mapping.is_mapped()) return failed(pass, "mmap");
    const std::span<const std::byte> bytes = mapping.bytes();
    const volatile std::byte* const pages = bytes.data();
    for (std::size_t at = 0; at < bytes.size(); at += page_) (void)pages[at];
    pass.bytes = bytes.size();
    consumers[0].consume(bytes, 0);  // measured with use:none, which looks at nothing
    consumers.before_release();
    return mapping.unmap() ? pass : failed(pass, "munmap");
  }

 private:
  std::filesystem::path path_;
  std::size_t page_ = os::page_size();
};

class MmapTouch final : public Strategy {
 public:
  std::string_view summary() const override {
    return "unit cost: a cached file mapped and touched page by page; only `explain` measures it";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::warm}; }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<MmapTouchReader>(dataset);
  }
};

}  // namespace

const Strategy& ceiling_mmap_touch() {
  static const MmapTouch strategy;
  return strategy;
}

}  // namespace readmark
