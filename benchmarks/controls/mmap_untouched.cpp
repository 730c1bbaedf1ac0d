// mmap_untouched: maps the file, looks at nothing and claims everything. It must end flagged.
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "benchmarks/shared/posix/mapping.hpp"
#include "core/strategy.hpp"

namespace readmark {
namespace {

class MmapUntouchedReader final : public Reader {
 public:
  explicit MmapUntouchedReader(const Dataset& dataset) : path_(dataset.path) {}

  Pass pass(Consumers&) noexcept override {
    Pass pass;
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "fstat");
    if (bytes == 0) return pass;
    Mapping mapping(file.get(), bytes);
    if (!mapping.is_mapped()) return failed(pass, "mmap");
    if (!file.close()) return failed(pass, "close");
    pass.bytes = bytes;
    return mapping.unmap() ? pass : failed(pass, "munmap");
  }

 private:
  std::filesystem::path path_;
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
