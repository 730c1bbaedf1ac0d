// win_mapview_window: one section, of which a window is mapped, consumed in place and unmapped, one
// after another.
#include <algorithm>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/windows/consume_view.hpp"
#include "benchmarks/shared/windows/view.hpp"

namespace readmark {
namespace {

using os::windows::last_error;

class WinMapviewWindowReader final : public Reader {
 public:
  WinMapviewWindowReader(const Dataset& dataset, std::uint64_t window)
      : name_(os::windows::system_path(dataset.path)), window_(window) {
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
    for (std::uint64_t at = 0; at < bytes; at += window_) {
      View view(section, std::min(window_, bytes - at), at);
      if (!view.is_mapped()) return failed(pass, "MapViewOfFile", last_error());
      pass = consume_view(pass, view.bytes(), at, consumers[0]);
      if (at + window_ >= bytes) consumers.before_release();
      if (pass.error) return pass;
      if (!view.unmap()) return failed(pass, "UnmapViewOfFile", last_error());
    }
    return file.close() ? pass : failed(pass, "CloseHandle", last_error());
  }

 private:
  std::wstring name_;
  std::uint64_t window_;
};

class WinMapviewWindow final : public Strategy {
 public:
  std::string_view summary() const override {
    return "one window of the file mapped by MapViewOfFile(), read in place and unmapped, after "
           "the "
           "other";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{window_knob("16MiB", 64 * KiB)};
    return specs;
  }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs& knobs) const override {
    SYSTEM_INFO info{};
    ::GetSystemInfo(&info);
    if (knobs.size("window") % info.dwAllocationGranularity == 0) return {};
    return Support::no(
        "a window must be a multiple of 64KiB, at which Windows can map: choose one "
        "such as 16MiB");
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WinMapviewWindowReader>(dataset, knobs.size("window"));
  }
};

}  // namespace

const Strategy& read_win_mapview_window() {
  static const WinMapviewWindow strategy;
  return strategy;
}

}  // namespace readmark
