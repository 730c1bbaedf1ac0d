// whole_huge: the whole file read into fresh memory of huge pages, so that its first touch is
// cheap.
#include <sys/mman.h>

#include <fstream>

#include <fmt/format.h>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/whole_file.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

constexpr std::size_t kHugePage = 2u << 20;

/// Whole huge pages of zero memory, unmapped once.
class HugeMemory {
 public:
  /// Check error(). `hugetlb`: from the pages that the administrator reserved; else ordinary memory
  /// with the advice to use huge pages.
  HugeMemory(std::size_t bytes, bool hugetlb) noexcept : size_(round_up(bytes)) {
    // One more, because the advice needs an aligned beginning.
    if (!hugetlb) size_ += kHugePage;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (hugetlb ? MAP_HUGETLB : 0);
    address_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (address_ == MAP_FAILED) {
      error_ = last_errno();
    } else if (!hugetlb && ::madvise(begin(), size_ - kHugePage, MADV_HUGEPAGE) != 0) {
      error_ = last_errno();
    }
  }
  ~HugeMemory() {
    if (address_ != MAP_FAILED) ::munmap(address_, size_);
  }
  HugeMemory(const HugeMemory&) = delete;
  HugeMemory& operator=(const HugeMemory&) = delete;

  std::error_code error() const noexcept { return error_; }
  std::span<std::byte> first(std::size_t bytes) const noexcept { return {begin(), bytes}; }

 private:
  static std::size_t round_up(std::size_t bytes) noexcept {
    return (std::max<std::size_t>(bytes, 1) + kHugePage - 1) / kHugePage * kHugePage;
  }
  std::byte* begin() const noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(address_);
    return reinterpret_cast<std::byte*>((address + kHugePage - 1) / kHugePage * kHugePage);
  }

  std::size_t size_;
  void* address_ = MAP_FAILED;
  std::error_code error_;
};

class WholeHugeReader final : public Reader {
 public:
  WholeHugeReader(const Dataset& dataset, bool hugetlb) : path_(dataset.path), hugetlb_(hugetlb) {}

  Pass pass(Consumers& consumers) noexcept override {
    std::error_code error;
    os::File file = os::File::open(path_, os::Open::read, error);
    if (error) return failed({}, "open", error);
    const auto bytes = static_cast<std::size_t>(file.size(error));
    if (error) return failed({}, "ask the size of", error);
    const HugeMemory memory(bytes, hugetlb_);
    if (memory.error()) return failed({}, "get huge pages for", memory.error());
    const Pass pass = fill(file, memory.first(bytes));
    if (pass.error) return pass;
    consume_whole(memory.first(static_cast<std::size_t>(pass.bytes)), consumers);
    file.close();
    return pass;
  }

 private:
  std::filesystem::path path_;
  bool hugetlb_;
};

/// The kernel accepts the advice also when it is told never to follow it.
bool transparent_huge_pages_are_off() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  std::getline(file, text);
  return text.find("[never]") != std::string::npos;
}

class WholeHuge final : public Strategy {
 public:
  std::string_view summary() const override {
    return "the whole file into fresh huge pages: transparent ones, or alloc:hugetlb reserved ones";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{choice_knob("alloc", "thp", {"thp", "hugetlb"})};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const bool hugetlb = knobs.text("alloc") == "hugetlb";
    if (!hugetlb && transparent_huge_pages_are_off()) {
      return Support::no(
          "transparent huge pages are switched off: write madvise into "
          "/sys/kernel/mm/transparent_hugepage/enabled");
    }
    const Support fits = fits_in_memory(dataset.bytes);
    if (!fits.yes) return fits;
    const HugeMemory memory(static_cast<std::size_t>(dataset.bytes), hugetlb);
    if (!memory.error()) return {};
    return Support::no(
        failure_sentence("map huge pages for", display_path(dataset.path), memory.error(),
                         hugetlb ? "reserve enough of them with sysctl vm.nr_hugepages"
                                 : "this kernel has none; choose whole"),
        memory.error().value());
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WholeHugeReader>(dataset, knobs.text("alloc") == "hugetlb");
  }
};

}  // namespace

const Strategy& read_whole_huge() {
  static const WholeHuge strategy;
  return strategy;
}

}  // namespace readmark
