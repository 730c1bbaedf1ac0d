// pread: the same warm positional reads in every round, to notice when the machine changes.
#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "core/units.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr std::size_t kBlock = 256 * KiB;

class CanaryPreadReader final : public Reader {
 public:
  explicit CanaryPreadReader(const Dataset& dataset) : path_(dataset.path), buffer_(kBlock) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed(pass, "open", error);
    for (;;) {
      const std::size_t got = file.read_at(buffer_.bytes(), pass.bytes, error);
      if (error) return failed(pass, "pread", error);
      if (got == 0) break;
      consumers[0].consume(buffer_.bytes().first(got), pass.bytes);
      pass.bytes += got;
    }
    consumers.before_release();
    file.close();
    return pass;
  }

  void poison(std::byte value) override { std::fill_n(buffer_.data(), buffer_.size(), value); }

 private:
  std::filesystem::path path_;
  os::Buffer buffer_;
};

class CanaryPread final : public Strategy {
 public:
  std::string_view summary() const override {
    return "canary: warm positional reads; it moves when the machine's state does";
  }
  Role role() const override { return Role::canary; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::warm}; }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<CanaryPreadReader>(dataset);
  }
};

}  // namespace

const Strategy& canary_pread() {
  static const CanaryPread strategy;
  return strategy;
}

}  // namespace readmark
