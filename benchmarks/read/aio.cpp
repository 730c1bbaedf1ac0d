// aio: POSIX asynchronous I/O, by aio_read() and aio_suspend(). Who does the reading differs:
// glibc has a thread of its own for it, macOS threads of the kernel.
#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/aio_requests.hpp"
#include "benchmarks/shared/posix/aio_system.hpp"
#include "benchmarks/shared/posix/depth_reader.hpp"

namespace readmark {
namespace {

class AioReader final : public DepthReader {
 public:
  AioReader(const Dataset& dataset, const Options& options)
      : DepthReader(dataset, options, "aio_read"), requests_(slots()) {
    const Support support = try_aio();
    if (!support.yes) throw RuntimeError(support.reason);
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    auto effective = DepthReader::effective();
    if (slots() > 1) effective.emplace_back("queue", aio_workers());
    return effective;
  }

 private:
  Trouble attach(const Fd& file) noexcept override {
    file_ = file.get();
    return {};
  }

  void add(const Request& request) noexcept override {
    aiocb* const control = requests_.read(request.slot, file_, request.into, request.offset);
    if (::aio_read(control) != 0) requests_.refuse(request.slot, errno);
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    for (;;) {
      for (unsigned slot = 0; slot < slots(); ++slot) {
        std::int64_t result = 0;
        if (requests_.done(slot, result, EINVAL)) back.push_back({slot, result});
      }
      if (!back.empty()) return {};
      if (const std::error_code error = requests_.wait()) return {"aio_suspend", error};
    }
  }

  int file_ = -1;
  AioRequests requests_;
};

class Aio final : public Strategy {
 public:
  std::string_view summary() const override {
    return "aio_read() of POSIX, which reads on a thread of glibc or of the kernel; depth requests "
           "at once";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), depth_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const Support allowed = aio_allows(DepthReader::slots_for(dataset, options(knobs)));
    if (!allowed.yes) return allowed;
    const Support tried = try_aio();
    return tried.yes ? DepthReader::support(dataset, options(knobs)) : tried;
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<AioReader>(dataset, options(knobs));
  }

 private:
  static DepthReader::Options options(const Knobs& knobs) {
    return {knobs.size("buf"), knobs.count("depth"), false};
  }
};

}  // namespace

const Strategy& read_aio() {
  static const Aio strategy;
  return strategy;
}

}  // namespace readmark
