// mac_dispatch_io: Grand Central Dispatch reads into buffers of its own, and handlers on a queue
// are given what was read, `buf` at a time: a hop between threads for each is part of the bargain.
#include <dispatch/dispatch.h>

#include <fmt/format.h>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/handler_sink.hpp"
#include "benchmarks/shared/posix/fd.hpp"

namespace readmark {
namespace {

constexpr std::string_view kRandom = "random";

/// A reference to an object of the library.
template <typename Object>
class Owned {
 public:
  explicit Owned(Object object) noexcept : object_(object) {}
  ~Owned() {
    if (object_ != nullptr) dispatch_release(object_);
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Object get() const noexcept { return object_; }

 private:
  Object object_;
};

class DispatchIoReader final : public Reader {
 public:
  DispatchIoReader(const Dataset& dataset, std::size_t block, bool random)
      : path_(dataset.path),
        expected_(dataset.bytes),
        block_(block),
        random_(random),
        queue_(dispatch_queue_create(
            "readmark.read", dispatch_queue_attr_make_with_qos_class(DISPATCH_QUEUE_SERIAL,
                                                                     QOS_CLASS_USER_INITIATED, 0))),
        ended_(dispatch_semaphore_create(0)) {
    if (queue_.get() == nullptr || ended_.get() == nullptr)
      throw RuntimeError("cannot make a dispatch queue: no memory");
  }

  Pass pass(Consumers& consumers) noexcept override {
    Fd file = Fd::open(path_.c_str());
    if (!file.is_open()) return failed({}, "open");
    std::uint64_t length = 0;
    if (!most_to_read(file, length)) return failed({}, "fstat");
    HandlerSink sink(consumers, expected_);
    if (!read(file.get(), length, sink))
      return failed({}, "dispatch_io_create", std::make_error_code(std::errc::invalid_argument));
    const Pass pass = sink.end();
    counts_ = sink.counts();
    return file.close() || pass.error ? pass : failed(pass, "close");
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    return {{"handlers", fmt::format("{} calls, given {} pieces", counts_.calls, counts_.pieces)},
            {"memory", "allocated by dispatch_io within the pass"}};
  }

 private:
  /// A stream is read to its end, but not beyond the first block that it should not have.
  bool most_to_read(const Fd& file, std::uint64_t& length) const noexcept {
    if (random_) return file.size(length);
    length = expected_ + block_;
    return true;
  }

  /// Returns when all handlers have run and the descriptor is ours again. False if nothing was
  /// begun.
  bool read(int fd, std::uint64_t length, HandlerSink& sink) noexcept {
    HandlerSink* const to = &sink;
    dispatch_semaphore_t const ended = ended_.get();
    const Owned<dispatch_io_t> channel(dispatch_io_create(
        random_ ? DISPATCH_IO_RANDOM : DISPATCH_IO_STREAM, fd, queue_.get(), ^(int error) {
          if (error != 0) to->handled("dispatch_io_create", error);
          dispatch_semaphore_signal(ended);
        }));
    if (channel.get() == nullptr) return false;
    dispatch_io_set_low_water(channel.get(), block_);
    dispatch_io_set_high_water(channel.get(), block_);
    dispatch_io_read(channel.get(), 0, static_cast<std::size_t>(length), queue_.get(),
                     ^(bool done, dispatch_data_t data, int error) {
                       if (data != nullptr) give(data, *to);
                       to->handled("dispatch_io_read", error);
                       if (done) dispatch_semaphore_signal(ended);
                     });
    dispatch_io_close(channel.get(), 0);                    // what was asked for is still done
    dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);  // for the last handler
    dispatch_semaphore_wait(ended, DISPATCH_TIME_FOREVER);  // and for the descriptor
    return true;
  }

  static void give(dispatch_data_t data, HandlerSink& sink) noexcept {
    HandlerSink* const to = &sink;
    dispatch_data_apply(data,
                        ^bool(dispatch_data_t, std::size_t, const void* at, std::size_t size) {
                          to->take({static_cast<const std::byte*>(at), size});
                          return true;
                        });
  }

  std::filesystem::path path_;
  std::uint64_t expected_;
  std::size_t block_;
  bool random_;
  Owned<dispatch_queue_t> queue_;
  Owned<dispatch_semaphore_t> ended_;
  HandlerSink::Counts counts_;
};

class MacDispatchIo final : public Strategy {
 public:
  std::string_view summary() const override {
    return "dispatch_io with both water marks at `buf`; handlers on a queue consume; mode:random "
           "reads at offsets";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(),
                                             choice_knob("mode", "stream", {"stream", kRandom})};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset&, const Knobs&) const override { return {}; }
  std::unique_ptr<Reader> reader(const Dataset& dataset, const Knobs& knobs) const override {
    return std::make_unique<DispatchIoReader>(dataset, knobs.size("buf"),
                                              knobs.text("mode") == kRandom);
  }
};

}  // namespace

const Strategy& read_mac_dispatch_io() {
  static const MacDispatchIo strategy;
  return strategy;
}

}  // namespace readmark
