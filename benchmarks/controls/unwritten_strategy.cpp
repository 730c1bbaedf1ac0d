// A file without a name beside the dataset, as long as it, read by pread().
#include "benchmarks/controls/unwritten_strategy.hpp"

#include <fmt/format.h>

#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"
#include "core/text.hpp"
#include "os/file.hpp"
#include "os/memory.hpp"

namespace readmark {
namespace {

constexpr std::size_t kBlock = 256u << 10;

/// Gone when it is closed, whatever becomes of the process. Negative with errno set.
Fd file_without_name(const std::filesystem::path& folder) noexcept {
  return Fd(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

class UnwrittenReader final : public Reader {
 public:
  UnwrittenReader(const Dataset& dataset, UnwrittenStrategy::Lengthen lengthen)
      : file_(file_without_name(dataset.path.parent_path())),
        bytes_(dataset.bytes),
        block_(kBlock) {
    const int error = file_.is_open() ? lengthen(file_.get(), bytes_) : errno;
    if (error != 0) {
      throw_failure("make a file beside", display_path(dataset.path),
                    {error, std::generic_category()});
    }
  }

  Pass pass(Consumers& consumers) noexcept override {
    Pass pass;
    while (pass.bytes < bytes_) {
      const ssize_t got = file_.pread(block_.bytes(), pass.bytes);
      if (got < 0) return failed(pass, "pread");
      if (got == 0) break;
      consumers[0].consume(block_.bytes().first(static_cast<std::size_t>(got)), pass.bytes);
      pass.bytes += static_cast<std::uint64_t>(got);
    }
    consumers.before_release();
    return pass;
  }

  /// The system's word, which the harness judges by: as of the datasets themselves.
  std::vector<std::pair<std::string, std::string>> effective() const override {
    const auto unwritten = os::unwritten_bytes(fmt::format("/proc/self/fd/{}", file_.get()));
    if (unwritten.value_or(0) == 0) return {};
    return {{"unwritten", fmt::format("{}", *unwritten)}};
  }

 private:
  Fd file_;
  std::uint64_t bytes_;
  os::Buffer block_;
};

}  // namespace

Support UnwrittenStrategy::support(const Dataset& dataset, const Knobs&) const {
  if (dataset.path.empty()) return {};
  const std::filesystem::path folder = dataset.path.parent_path();
  const Fd file = file_without_name(folder);
  const int error = file.is_open() ? lengthen_(file.get(), kBlock) : errno;
  if (error == 0) return {};
  return Support::no(failure_sentence("make a file without a name in", display_path(folder),
                                      {error, std::generic_category()},
                                      "put the data where you may write, with --data-dir"),
                     error);
}

std::unique_ptr<Reader> UnwrittenStrategy::reader(const Dataset& dataset, const Knobs&) const {
  return std::make_unique<UnwrittenReader>(dataset, lengthen_);
}

}  // namespace readmark
