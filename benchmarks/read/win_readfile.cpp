// win_readfile: CreateFileW() and ReadFile() until the end of the file.
#include "benchmarks/shared/block_reader.hpp"
#include "benchmarks/shared/direct.hpp"
#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/windows/file_handle.hpp"

namespace readmark {
namespace {

using os::windows::last_error;

class WinReadfileReader final : public BlockReader {
 public:
  WinReadfileReader(const Dataset& dataset, std::size_t block, bool direct, std::string hint)
      : BlockReader(dataset, block),
        name_(os::windows::system_path(dataset.path)),
        direct_(direct),
        hint_(std::move(hint)) {
    if (direct) access_ = direct_access(dataset.path);
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    FileHandle file(name_, {.direct = direct_, .hint = hint_});
    if (!file.is_open()) return failed(pass, "CreateFile", last_error());
    while (may_go_on(pass)) {
      const ReadResult got = file.read(block_.bytes());
      if (got.error != ERROR_SUCCESS) return failed(pass, "ReadFile", got.code());
      if (got.bytes == 0) break;
      consumers[0].consume(block_.bytes().first(got.bytes), pass.bytes);
      pass.bytes += got.bytes;
      if (direct_ && got.bytes % access_.offset_alignment != 0)
        break;  // the tail: there is no aligned offset behind it
    }
    consumers.before_release();
    return file.close() ? pass : failed(pass, "CloseHandle", last_error());
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    if (!direct_) return {};
    return {{"direct", access_.how}};
  }

 private:
  std::wstring name_;
  bool direct_;
  std::string hint_;
  DirectAccess access_;
};

class WinReadfile final : public Strategy {
 public:
  std::string_view summary() const override {
    return "ReadFile() block by block; direct:on by FILE_FLAG_NO_BUFFERING, hint by "
           "FILE_FLAG_SEQUENTIAL_SCAN or FILE_FLAG_RANDOM_ACCESS";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{
        buf_knob(), choice_knob("hint", "none", {"none", "sequential", "random"}),
        flag_knob("direct")};
    return specs;
  }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (knobs.on("direct")) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    if (!knobs.on("direct")) return {};
    if (knobs.text("hint") != "none")
      return Support::no(
          "an unbuffered read takes no hint for the cache: leave direct or hint out");
    return direct_support(dataset.path, knobs.size("buf"));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<WinReadfileReader>(dataset, knobs.size("buf"), knobs.on("direct"),
                                               std::string(knobs.text("hint")));
  }
};

}  // namespace

const Strategy& read_win_readfile() {
  static const WinReadfile strategy;
  return strategy;
}

}  // namespace readmark
