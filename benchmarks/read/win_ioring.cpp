// win_ioring: reads in flight by IoRing, handed over and waited for in one call.
#include "os/windows/io_ring.hpp"

#include "benchmarks/shared/windows/depth_strategy.hpp"
#include "benchmarks/shared/windows/file_handle.hpp"
#include "core/error.hpp"

namespace readmark {
namespace {

using os::windows::IoRingFunctions;
using os::windows::last_error;
using os::windows::ring_error;
using os::windows::RingCompletion;

const IoRingFunctions& api() noexcept { return os::windows::io_ring_functions(); }

/// A ring that is taken down once.
class IoRing {
 public:
  /// Check error().
  explicit IoRing(unsigned entries) noexcept
      : result_(api().create(os::windows::kRingVersion, {}, entries, 2 * entries, &ring_)) {}
  ~IoRing() {
    if (SUCCEEDED(result_)) api().close(ring_);
  }
  IoRing(const IoRing&) = delete;
  IoRing& operator=(const IoRing&) = delete;

  std::error_code error() const noexcept {
    return SUCCEEDED(result_) ? std::error_code() : ring_error(result_);
  }
  os::windows::RingHandle get() const noexcept { return ring_; }

 private:
  os::windows::RingHandle ring_ = nullptr;
  HRESULT result_;
};

class WinIoringReader final : public DepthReaderBase {
 public:
  WinIoringReader(const Dataset& dataset, const Options& options)
      : DepthReaderBase(dataset, options, "IoRing read", std::system_category()),
        name_(os::windows::system_path(dataset.path)),
        ring_(slots()) {
    if (ring_.error()) throw_failure("CreateIoRing", "a ring", ring_.error());
    refused_.reserve(slots());
  }

  /// A ring is made to find out: what an edition or a policy forbids no version tells.
  static Support available() {
    const std::string state = os::windows::io_ring_state();
    if (state.starts_with("no: ")) {
      return Support::no("IoRing cannot be used (" + state.substr(4) +
                             "); it needs Windows 11, and win_iocp is there without it",
                         ERROR_NOT_SUPPORTED);
    }
    const IoRing ring(1);
    if (!ring.error()) return {};
    return Support::no(failure_sentence("CreateIoRing", "a ring", ring.error(), "use win_iocp"),
                       ring.error().value());
  }

  std::vector<std::pair<std::string, std::string>> effective() const override {
    auto effective = DepthReaderBase::effective();
    effective.emplace_back("ring", os::windows::io_ring_state());
    return effective;
  }

 private:
  Trouble open_file(std::uint64_t& file_bytes) noexcept override {
    refused_.clear();
    built_ = 0;
    file_ = FileHandle(name_, {.overlapped = true});
    if (!file_.is_open()) return {"CreateFile", last_error()};
    if (!file_.size(file_bytes)) return {"GetFileSizeEx", last_error()};
    return {};
  }

  Trouble close_file() noexcept override {
    if (file_.close()) return {};
    return {"CloseHandle", last_error()};
  }

  void add(const Request& request) noexcept override {
    const HRESULT result =
        api().build_read(ring_.get(), {0, file_.get()}, {0, request.into.data()},
                         static_cast<UINT32>(request.into.size()), request.offset, request.slot, 0);
    if (FAILED(result)) {
      refused_.push_back({request.slot, -number_of(result)});
    } else {
      ++built_;
    }
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    back.swap(refused_);
    pop_all(back);
    while (built_ > 0 || back.empty()) {
      // Not waited for without end: what came back between the two calls may count as waited for.
      constexpr UINT32 kPatienceMs = 1000;
      const UINT32 wait_for = back.empty() ? 1 : 0;
      const HRESULT result = api().submit(ring_.get(), wait_for, kPatienceMs, nullptr);
      if (FAILED(result) && result != os::windows::kRingWaitTimeout)
        return {"SubmitIoRing", ring_error(result)};
      built_ = 0;
      pop_all(back);
    }
    return {};
  }

  void pop_all(std::vector<Completion>& back) noexcept {
    RingCompletion completion;
    while (api().pop(ring_.get(), &completion) == S_OK) {
      const auto slot = static_cast<unsigned>(completion.user_data);
      const std::int64_t number = FAILED(completion.result) ? number_of(completion.result) : 0;
      const bool at_end = number == ERROR_HANDLE_EOF;
      back.push_back({slot, number == 0 ? static_cast<std::int64_t>(completion.bytes)
                            : at_end    ? 0
                                        : -number});
    }
  }

  /// Of the error, as the base class wants it: more than 0.
  static std::int64_t number_of(HRESULT result) noexcept {
    return static_cast<std::uint32_t>(ring_error(result).value());
  }

  std::wstring name_;
  IoRing ring_;
  FileHandle file_;
  unsigned built_ = 0;               // and not handed over
  std::vector<Completion> refused_;  // could not even be built
};

}  // namespace

const Strategy& read_win_ioring() {
  using Ring = WindowsDepthStrategy<WinIoringReader>;
  static const Ring strategy("IoRing of Windows 11, depth reads in flight", {order_knob()});
  return strategy;
}

}  // namespace readmark
