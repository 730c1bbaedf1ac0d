// win_mapview: a section of the whole file, mapped and consumed in place.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/windows/consume_view.hpp"
#include "benchmarks/shared/windows/view.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

using os::windows::last_error;

class WinMapviewReader final : public Reader {
 public:
  WinMapviewReader(const Dataset& dataset, bool prefetch)
      : name_(os::windows::system_path(dataset.path)), prefetch_(prefetch) {
    watch_faults();
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    FileHandle file(name_, {});
    if (!file.is_open()) return failed(pass, "CreateFile", last_error());
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "GetFileSizeEx", last_error());
    if (bytes == 0) return pass;
    const Section section(file);
    if (!section.is_made()) return failed(pass, "CreateFileMapping", last_error());
    View view(section, bytes);
    if (!view.is_mapped()) return failed(pass, "MapViewOfFile", last_error());
    if (!file.close()) return failed(pass, "CloseHandle", last_error());
    if (prefetch_ && !view.prefetch()) return failed(pass, "PrefetchVirtualMemory", last_error());
    pass = consume_view(pass, view.bytes(), 0, consumers[0]);
    consumers.before_release();
    return view.unmap() || pass.error ? pass : failed(pass, "UnmapViewOfFile", last_error());
  }

 private:
  std::wstring name_;
  bool prefetch_;
};

/// Tried on a page of memory: what the call refuses, it refuses for any.
Support prefetch_support() {
  const os::Buffer page(os::page_size());
  WIN32_MEMORY_RANGE_ENTRY range{page.data(), page.size()};
  if (::PrefetchVirtualMemory(::GetCurrentProcess(), 1, &range, 0) != 0) return {};
  const std::error_code error = last_error();
  return Support::no(
      failure_sentence("PrefetchVirtualMemory", "a page of memory", error, "leave prefetch:on out"),
      error.value());
}

class WinMapview final : public Strategy {
 public:
  std::string_view summary() const override {
    return "the whole file mapped by MapViewOfFile() and read in place; prefetch:on asks for its "
           "pages by PrefetchVirtualMemory()";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{flag_knob("prefetch")};
    return specs;
  }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs& knobs) const override {
    return knobs.on("prefetch") ? prefetch_support() : Support{};
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WinMapviewReader>(dataset, knobs.on("prefetch"));
  }
};

}  // namespace

const Strategy& read_win_mapview() {
  static const WinMapview strategy;
  return strategy;
}

}  // namespace readmark
