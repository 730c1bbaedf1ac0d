// aio: POSIX asynchronous I/O as glibc has it, which reads by pread() on a thread of its own, and
// works off the requests of one descriptor one after the other whatever the depth.
#include <aio.h>

#include "benchmarks/shared/common_knobs.hpp"
#include "benchmarks/shared/posix/depth_reader.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

/// Starts glibc's thread and keeps it: one descriptor never has more than one, and a thread that
/// ended while idle would be started again inside the timer.
void keep_one_thread() noexcept {
  aioinit wishes{};
  wishes.aio_threads = 1;
  wishes.aio_num = 1024;  // the most that `depth` can be
  wishes.aio_idle_time = 24 * 60 * 60;
  aio_init(&wishes);
}

void wait_for(const aiocb& request) noexcept {
  const aiocb* const list[] = {&request};
  while (aio_error(&request) == EINPROGRESS) aio_suspend(list, 1, nullptr);
}

/// One read that finds nothing: it starts the thread, or says why there is none.
std::error_code try_reading() noexcept {
  keep_one_thread();
  const Fd nothing = Fd::open("/dev/null");
  if (!nothing.is_open()) return last_errno();
  std::byte byte{};
  aiocb request{};
  request.aio_fildes = nothing.get();
  request.aio_buf = &byte;
  request.aio_nbytes = 1;
  if (aio_read(&request) != 0) return last_errno();
  wait_for(request);
  const int error = aio_error(&request);
  aio_return(&request);
  return {error, std::generic_category()};
}

class AioReader final : public DepthReader {
 public:
  AioReader(const Dataset& dataset, const Options& options)
      : DepthReader(dataset, options, "aio_read"),
        requests_(slots()),
        in_flight_(slots(), nullptr),
        refused_(slots()) {
    if (const std::error_code error = try_reading()) throw_failure("aio_read", "/dev/null", error);
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    auto effective = DepthReader::effective();
    if (slots() > 1) {
      effective.emplace_back("queue", "glibc reads one at a time of those that are asked for");
    }
    return effective;
  }

 private:
  Trouble attach(const Fd& file) noexcept override {
    file_ = file.get();
    return {};
  }

  void add(const Request& request) noexcept override {
    aiocb& control = requests_[request.slot];
    control = {};
    control.aio_fildes = file_;
    control.aio_buf = request.into.data();
    control.aio_nbytes = request.into.size();
    control.aio_offset = static_cast<off_t>(request.offset);
    in_flight_[request.slot] = &control;
    refused_[request.slot] = aio_read(&control) == 0 ? 0 : errno;
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    for (;;) {
      for (unsigned slot = 0; slot < slots(); ++slot) collect(slot, back);
      if (!back.empty()) return {};
      const int result = aio_suspend(in_flight_.data(), static_cast<int>(slots()), nullptr);
      if (result != 0 && errno != EINTR) return {"aio_suspend", last_errno()};
    }
  }

  void collect(unsigned slot, std::vector<Completion>& back) noexcept {
    if (in_flight_[slot] == nullptr) return;
    int error = refused_[slot];
    if (error == 0) error = aio_error(&requests_[slot]);
    if (error == EINPROGRESS) return;
    const ssize_t bytes = refused_[slot] == 0 ? aio_return(&requests_[slot]) : -1;
    in_flight_[slot] = nullptr;
    back.push_back({slot, error == 0 ? std::int64_t{bytes} : -std::int64_t{error}});
  }

  int file_ = -1;
  std::vector<aiocb> requests_;          // one per slot
  std::vector<const aiocb*> in_flight_;  // those of them that are
  std::vector<int> refused_;             // errno of aio_read() itself
};

class Aio final : public Strategy {
 public:
  std::string_view summary() const override {
    return "aio_read() of glibc, which reads on a thread of its own; depth requests at once";
  }
  std::span<const KnobSpec> knobs() const override {
    static const std::vector<KnobSpec> specs{buf_knob(), depth_knob()};
    return specs;
  }
  bool copies() const override { return true; }
  Support support(const Dataset& dataset, const Knobs& knobs) const override {
    if (const std::error_code error = try_reading()) {
      return Support::no(failure_sentence("aio_read", "/dev/null", error,
                                          "glibc needs a thread for it; raise the limit of "
                                          "processes (ulimit -u)"),
                         error.value());
    }
    return DepthReader::support(dataset, options(knobs));
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
