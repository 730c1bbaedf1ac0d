// win_overlapped: overlapped reads, each with an event; the oldest is waited for.
#include "benchmarks/shared/windows/depth_strategy.hpp"
#include "benchmarks/shared/windows/overlapped_reader.hpp"

namespace readmark {
namespace {

/// Waiting for the oldest read rather than for any of them is what a program does that reads front
/// to back, and knows no limit of 64 events at once.
class WinOverlappedReader final : public OverlappedReader {
 public:
  WinOverlappedReader(const Dataset& dataset, const Options& options)
      : OverlappedReader(dataset, options, Events::one_per_slot), in_flight_(slots()) {}

  static Support available() { return {}; }

 private:
  Trouble attach() noexcept override {
    oldest_ = count_ = 0;
    return {};
  }

  void add(const Request& request) noexcept override {
    read_of(request.slot).begin(file(), request.into, request.offset);
    in_flight_[(oldest_ + count_) % in_flight_.size()] = request.slot;
    ++count_;
  }

  Trouble exchange(std::vector<Completion>& back) noexcept override {
    back.push_back(completion(in_flight_[oldest_]));
    oldest_ = (oldest_ + 1) % in_flight_.size();
    --count_;
    return {};
  }

  std::vector<unsigned> in_flight_;  // slots, a ring with the oldest read first
  std::size_t oldest_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

const Strategy& read_win_overlapped() {
  using Overlapped = WindowsDepthStrategy<WinOverlappedReader>;
  static const Overlapped strategy(
      "overlapped ReadFile(), depth reads in flight, each with an event", {flag_knob("direct")});
  return strategy;
}

}  // namespace readmark
