// libaio: io_submit() and io_getevents(). Only past the cache is it asynchronous: a buffered read
// is done when io_submit() returns.
#include <libaio.h>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/depth_reader.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

/// libaio returns errno negated.
std::error_code error_of(int result) noexcept {
  return result < 0 ? std::error_code(-result, std::generic_category()) : std::error_code();
}

/// A context of the kernel that is taken down once.
class Context {
 public:
  /// Check error().
  explicit Context(unsigned depth) noexcept
      : setup_(io_setup(static_cast<int>(depth), &context_)) {}
  ~Context() {
    if (setup_ == 0) io_destroy(context_);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  std::error_code error() const noexcept { return error_of(setup_); }
  io_context_t get() const noexcept { return context_; }

 private:
  io_context_t context_ = nullptr;
  int setup_;
};

class LibaioReader final : public DepthReader {
 public:
  LibaioReader(const Dataset& dataset, const Options& options)
      : DepthReader(dataset, options, "io_submit"),
        direct_(options.direct),
        requests_(slots()),
        events_(slots()),
        context_(slots()) {
    if (context_.error()) throw_failure("io_setup", "a context", context_.error());
    to_submit_.reserve(slots());
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    auto effective = DepthReader::effective();
    if (!direct_) effective.emplace_back("submission", "each read is done within io_submit()");
    return effective;
  }

 private:
  Trouble attach(const Fd& file) noexcept override {
    file_ = file.get();
    to_submit_.clear();
    return {};
  }

  void add(const Request& request) noexcept override {
    iocb& control = requests_[request.slot];
    io_prep_pread(&control, file_, request.into.data(), request.into.size(),
                  static_cast<long long>(request.offset));
    to_submit_.push_back(&control);
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    if (const int result = submit_all(); result < 0) return {"io_submit", error_of(result)};
    int count = 0;
    do {
      count = io_getevents(context_.get(), 1, static_cast<long>(events_.size()), events_.data(),
                           nullptr);
    } while (count == -EINTR);
    if (count < 0) return {"io_getevents", error_of(count)};
    for (const io_event& event : std::span(events_).first(static_cast<std::size_t>(count))) {
      const auto slot = static_cast<unsigned>(event.obj - requests_.data());
      back.push_back({slot, static_cast<std::int64_t>(event.res)});
    }
    return {};
  }

  /// The kernel takes as many at once as it likes.
  int submit_all() noexcept {
    std::size_t submitted = 0;
    while (submitted < to_submit_.size()) {
      const int result = io_submit(context_.get(), static_cast<long>(to_submit_.size() - submitted),
                                   to_submit_.data() + submitted);
      if (result < 0 && result != -EINTR) return result;
      if (result > 0) submitted += static_cast<std::size_t>(result);
    }
    to_submit_.clear();
    return 0;
  }

  bool direct_;
  int file_ = -1;
  std::vector<iocb> requests_;  // one per slot
  std::vector<iocb*> to_submit_;
  std::vector<io_event> events_;
  Context context_;
};

class Libaio final : public Strategy {
 public:
  std::string_view summary() const override {
    return "io_submit() and io_getevents(), depth reads in flight; asynchronous with direct:on "
           "only";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), depth_knob(), order_knob(),
                                             flag_knob("direct")};
    return specs;
  }
  std::vector<Cache> caches(const Knobs& knobs) const override {
    if (knobs.on("direct")) return {Cache::cold, Cache::as_found};
    return Strategy::caches(knobs);
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    const Context context(DepthReader::slots_for(dataset, options(knobs)));
    if (context.error()) {
      return Support::no(
          failure_sentence("io_setup", "a context", context.error(), way_out(context.error())),
          context.error().value());
    }
    return DepthReader::support(dataset, options(knobs));
  }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<LibaioReader>(dataset, options(knobs));
  }

 private:
  static DepthReader::Options options(const Knobs& knobs) {
    return {knobs.size("buf"), knobs.count("depth"), knobs.on("direct"),
            knobs.text("order") == "any"};
  }
  static std::string_view way_out(std::error_code error) {
    switch (error.value()) {
      case EAGAIN:
        return "all contexts that the sysctl fs.aio-max-nr allows are in use; raise it, or choose "
               "a smaller depth";
      case ENOSYS:
        return "this kernel is built without asynchronous I/O";
      case EPERM:
        return "a seccomp filter forbids it, as containers have one; run outside";
      default:
        return "";
    }
  }
};

}  // namespace

const Strategy& read_libaio() {
  static const Libaio strategy;
  return strategy;
}

}  // namespace readmark
