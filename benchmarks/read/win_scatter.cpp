// win_scatter: ReadFileScatter() of as many pages at once as a block has.
#include <algorithm>

#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/windows/overlapped_read.hpp"
#include "core/text.hpp"

namespace readmark {
namespace {

using os::windows::last_error;

/// Where each page of a block goes; a null element ends the list.
std::vector<FILE_SEGMENT_ELEMENT> pages_of(const os::Buffer& block) {
  std::vector<FILE_SEGMENT_ELEMENT> pages(block.size() / os::page_size() + 1);
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
    std::byte* const page = block.data() + i * os::page_size();
    pages[i].Buffer = PtrToPtr64(page);
  }
  pages.back().Buffer = nullptr;
  return pages;
}

/// The call exists for unbuffered reads only.
constexpr WindowsOpening kOpening{.direct = true, .overlapped = true};

class WinScatterReader final : public BlockReader {
 public:
  WinScatterReader(const Dataset& dataset, std::size_t block)
      : BlockReader(dataset, block),
        name_(os::windows::system_path(dataset.path)),
        access_(direct_access(dataset.path)),
        pages_(pages_of(block_)),
        read_(OverlappedRead::with_event()) {}

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    FileHandle file(name_, kOpening);
    if (!file.is_open()) return failed(pass, "CreateFile", last_error());
    std::uint64_t bytes = 0;
    if (!file.size(bytes)) return failed(pass, "GetFileSizeEx", last_error());
    while (pass.bytes < bytes) {
      // The last block is asked for whole and comes short: lengths are whole pages.
      read_.begin_scatter(file.get(), pages_.data(), block_.size(), pass.bytes);
      const ReadResult got = read_.finish(file.get());
      if (got.error != ERROR_SUCCESS) return failed(pass, "ReadFileScatter", got.code());
      if (got.bytes == 0) break;
      consumers[0].consume(block_.bytes().first(got.bytes), pass.bytes);
      pass.bytes += got.bytes;
      if (got.bytes % access_.offset_alignment != 0) break;  // no aligned offset is behind it
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "CloseHandle", last_error());
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    std::vector<std::pair<std::string, std::string>> effective{{"direct", access_.how}};
    if (read_.share().reads > 0) effective.emplace_back("synchronous", read_.share().text());
    return effective;
  }

 private:
  std::wstring name_;
  DirectAccess access_;
  std::vector<FILE_SEGMENT_ELEMENT> pages_;
  OverlappedRead read_;
};

/// One page of the file itself: a filesystem may refuse the call although it opens unbuffered.
Support try_scatter(const std::filesystem::path& path) {
  const FileHandle file(os::windows::system_path(path), kOpening);
  std::uint64_t bytes = 0;
  if (!file.is_open() || !file.size(bytes) || bytes == 0) return {};  // the pass will say it
  const os::Buffer page(os::page_size());
  std::vector<FILE_SEGMENT_ELEMENT> pages = pages_of(page);
  OverlappedRead read = OverlappedRead::with_event();
  read.begin_scatter(file.get(), pages.data(), page.size(), 0);
  const ReadResult got = read.finish(file.get());
  if (got.error == ERROR_SUCCESS) return {};
  return Support::no(
      failure_sentence("ReadFileScatter", display_path(path), got.code(),
                       "this filesystem does not have it; use win_readfile with direct:on"),
      static_cast<int>(got.error));
}

class WinScatter final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ReadFileScatter() of as many pages at once as buf has; always unbuffered";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob()};
    return specs;
  }
  std::vector<Cache> caches(const Knobs&) const override { return {Cache::cold, Cache::as_found}; }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const std::size_t block = knobs.size("buf");
    if (block % os::page_size() != 0)
      return Support::no("blocks must be whole pages: choose a multiple of 4KiB");
    const Support direct = direct_support(dataset.path, block);
    return direct.yes ? try_scatter(dataset.path) : direct;
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WinScatterReader>(dataset, knobs.size("buf"));
  }
};

}  // namespace

const Strategy& read_win_scatter() {
  static const WinScatter strategy;
  return strategy;
}

}  // namespace readmark
