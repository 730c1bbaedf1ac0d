// mmap_untouched: maps the file, looks at nothing and claims everything. It must end flagged.
#include "benchmarks/shared/mapped_file.hpp"
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class MmapUntouchedReader final : public Reader {
 public:
  explicit MmapUntouchedReader(const Dataset& dataset) : file_(dataset.path) {}

  Pass pass(Consumers&) noexcept override {
    Pass pass;
    MappedFile::Trouble trouble = file_.map();
    if (trouble.error) return failed(pass, trouble.call, trouble.error);
    pass.bytes = file_.bytes().size();
    trouble = file_.unmap();
    return trouble.error ? failed(pass, trouble.call, trouble.error) : pass;
  }

 private:
  MappedFile file_;
};

class MmapUntouched final : public Strategy {
 public:
  std::string_view summary() const override {
    return "control: maps the file, looks at nothing and claims everything";
  }
  Role role() const override { return Role::control; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<MmapUntouchedReader>(dataset);
  }
};

}  // namespace

const Strategy& read_mmap_untouched() {
  static const MmapUntouched strategy;
  return strategy;
}

}  // namespace readmark
