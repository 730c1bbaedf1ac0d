// whole_growing: one destination that doubles until the end of the file, for readers that cannot
// know the size.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/growing_memory.hpp"
#include "benchmarks/shared/whole_file.hpp"

namespace readmark {
namespace {

class WholeGrowingReader final : public Reader {
 public:
  WholeGrowingReader(const Dataset& dataset, std::size_t first_bytes)
      : path_(dataset.path), expected_(dataset.bytes), first_bytes_(first_bytes) {}

  Pass pass(Consumers& consumers) noexcept override {
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed({}, "open", error);
    GrowingMemory memory;
    Pass pass;
    while (pass.bytes <= expected_) {
      const std::size_t size = std::max(first_bytes_, 2 * memory.bytes().size());
      if (!memory.reallocate(size)) return no_memory();
      const std::span<std::byte> room =
          memory.bytes().subspan(static_cast<std::size_t>(pass.bytes));
      const Pass part = fill(file, room);
      if (part.error) return part;
      pass.bytes += part.bytes;
      if (part.bytes < room.size()) break;
    }
    consume_whole(memory.bytes().first(static_cast<std::size_t>(pass.bytes)), consumers);
    file.close();
    return pass;
  }

 private:
  std::filesystem::path path_;
  std::uint64_t expected_;
  std::size_t first_bytes_;
};

class WholeGrowing final : public Strategy {
 public:
  std::string_view summary() const override {
    return "read() to the end into memory that realloc() doubles, from `buf` on";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs&) const override {
    return fits_in_memory(dataset.bytes, 3);  // old and new block while it grows
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WholeGrowingReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_whole_growing() {
  static const WholeGrowing strategy;
  return strategy;
}

}  // namespace readmark
