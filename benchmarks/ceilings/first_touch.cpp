// first_touch: what a page of fresh memory costs, from being asked for to being given back.
#include <memory>
#include <new>

#include "benchmarks/shared/pass.hpp"
#include "core/strategy.hpp"
#include "core/units.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

class FirstTouchReader final : public Reader {
 public:
  explicit FirstTouchReader(std::uint64_t bytes) : bytes_(static_cast<std::size_t>(bytes)) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    // As read/whole/alloc:fresh gets its memory: large enough to come from the system every time.
    const std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[bytes_]);
    if (memory == nullptr)
      return failed(pass, "allocate memory for",
                    std::make_error_code(std::errc::not_enough_memory));
    volatile std::byte* const pages = memory.get();
    for (std::size_t at = 0; at < bytes_; at += page_) pages[at] = std::byte{1};
    consumers.before_release();
    pass.bytes = bytes_;
    return pass;
  }

 private:
  std::size_t bytes_;
  std::size_t page_ = os::page_size();
};

class FirstTouch final : public Strategy {
 public:
  std::string_view summary() const override {
    return "unit cost: fresh memory touched page by page and given back; only `explain` measures "
           "it";
  }
  Role role() const override { return Role::ceiling; }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{{.key = "size",
                                              .kind = KnobKind::size,
                                              .fallback = "64MiB",
                                              .least = 4 * KiB,
                                              .most = 64 * GiB}};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::as_found}; }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset&, const Knobs& knobs) const override {
    return std::make_unique<FirstTouchReader>(knobs.size("size"));
  }
};

}  // namespace

const Strategy& ceiling_first_touch() {
  static const FirstTouch strategy;
  return strategy;
}

}  // namespace readmark
