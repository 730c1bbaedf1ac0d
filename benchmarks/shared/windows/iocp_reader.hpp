// Reads in flight that come back through a completion port, in whatever order they are done.
#pragma once

#include <vector>

#include "benchmarks/shared/windows/overlapped_reader.hpp"

namespace readmark {

class IocpReader : public OverlappedReader {
 public:
  /// The port is made outside the timer, and serves all passes; the file is tied to it in each.
  IocpReader(const Dataset& dataset, const Options& options);

  static Support available() { return {}; }

 protected:
  HANDLE port() const noexcept { return port_.get(); }
  Trouble exchange(std::vector<Completion>& back) noexcept override;

 private:
  Trouble attach() noexcept override;
  void add(const Request& request) noexcept override;

  os::windows::Handle port_;
  std::vector<unsigned> done_;  // slots whose reads send no packet: done at once, or refused
  std::vector<OVERLAPPED_ENTRY> packets_;
};

}  // namespace readmark
