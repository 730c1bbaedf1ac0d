// small_read: what a read call costs that has next to nothing to copy.
#include <array>

#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "os/file.hpp"
#include "os/process.hpp"

namespace readmark {
namespace {

class SmallReader final : public Reader {
 public:
  explicit SmallReader(unsigned count) : count_(count) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed(pass, "open", error);
    std::array<std::byte, 1> byte{};
    for (unsigned i = 0; i < count_; ++i) {
      pass.bytes += file.read_at(byte, 0, error);
      if (error) return failed(pass, "pread", error);
    }
    consumers.before_release();
    file.close();
    return pass;
  }

 private:
  // Its own program: a file that is there, and cached as long as it runs.
  std::filesystem::path path_ = os::this_program();
  unsigned count_;
};

class SmallRead final : public Strategy {
 public:
  std::string_view summary() const override {
    return "unit cost: one cached byte read over and over; only `explain` measures it";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{{.key = "count",
                                              .kind = KnobKind::count,
                                              .fallback = "10000",
                                              .least = 1,
                                              .most = 1'000'000'000}};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::as_found}; }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset&, const Knobs& knobs) const override {
    return std::make_unique<SmallReader>(knobs.count("count"));
  }
};

}  // namespace

const Strategy& ceiling_small_read() {
  static const SmallRead strategy;
  return strategy;
}

}  // namespace readmark
