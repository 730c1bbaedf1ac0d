// mmap_touch: what a page fault on a mapped, cached file costs, mapping and unmapping shared out.
#include "benchmarks/shared/mapped_file.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class MmapTouchReader final : public Reader {
 public:
  explicit MmapTouchReader(const Dataset& dataset) : file_(dataset.path) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    MappedFile::Trouble trouble = file_.map();
    if (trouble.error) return failed(pass, trouble.call, trouble.error);
    const std::span<const std::byte> bytes = file_.bytes();
    const volatile std::byte* const pages = bytes.data();
    for (std::size_t at = 0; at < bytes.size(); at += page_) (void)pages[at];
    pass.bytes = bytes.size();
    consumers[0].consume(bytes, 0);  // measured with use:none, which looks at nothing
    consumers.before_release();
    trouble = file_.unmap();
    return trouble.error ? failed(pass, trouble.call, trouble.error) : pass;
  }

 private:
  MappedFile file_;
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
