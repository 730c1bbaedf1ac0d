// splice_to_null: moves the file's pages through a pipe to /dev/null, which copies nothing and
// looks at nothing, and claims everything. It must end flagged.
#include <fcntl.h>

#include "benchmarks/shared/pass.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {
namespace {

constexpr std::size_t kPipeBytes = 1u << 20;

class SpliceToNullReader final : public Reader {
 public:
  explicit SpliceToNullReader(const Dataset& dataset) : path_(dataset.path) {}

  Pass pass(Consumers&) noexcept override {
    Pass pass;
    const Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed(pass, "open");
    const Fd null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!null.is_open()) return failed(pass, "open /dev/null for");
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return failed(pass, "pipe2");
    const Fd out(ends[0]), in(ends[1]);
    for (;;) {
      const ssize_t got = ::splice(file.get(), nullptr, in.get(), nullptr, kPipeBytes, 0);
      if (got < 0) return failed(pass, "splice");
      if (got == 0) return pass;
      if (!empty_into(null, out, got)) return failed(pass, "splice to /dev/null");
      pass.bytes += static_cast<std::uint64_t>(got);
    }
  }

 private:
  static bool empty_into(const Fd& null, const Fd& pipe, ssize_t left) noexcept {
    while (left > 0) {
      const ssize_t moved =
          ::splice(pipe.get(), nullptr, null.get(), nullptr, static_cast<std::size_t>(left), 0);
      if (moved <= 0) return false;
      left -= moved;
    }
    return true;
  }

  std::filesystem::path path_;
};

class SpliceToNull final : public Strategy {
 public:
  std::string_view summary() const override {
    return "control: splices the file to /dev/null and claims everything";
  }
  Role role() const override { return Role::control; }
  std::span<const KnobSpec> knobs() const override { return {}; }
  bool copies() const override { return false; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs&) const override {
    return std::make_unique<SpliceToNullReader>(dataset);
  }
};

}  // namespace

const Strategy& read_splice_to_null() {
  static const SpliceToNull strategy;
  return strategy;
}

}  // namespace readmark
