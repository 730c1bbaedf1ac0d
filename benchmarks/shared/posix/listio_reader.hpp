// Reads batches of blocks by lio_listio(): up to `depth` reads are handed over in one call that
// returns when all of them are done.
#pragma once

#include <vector>

#include "benchmarks/shared/posix/aio_requests.hpp"
#include "benchmarks/shared/posix/depth_reader.hpp"

namespace readmark {

class ListioReader final : public DepthReader {
 public:
  ListioReader(const Dataset& dataset, const Options& options);

  /// May so many blocks be in one list, and under way at once?
  static Support support(const Dataset& dataset, const Options& options);

  std::vector<std::pair<std::string, std::string>> effective() const override;

 private:
  Trouble attach(const Fd& file) noexcept override;
  void add(const Request& request) noexcept override;
  Trouble exchange(std::vector<Completion>& back) noexcept override;

  int file_ = -1;
  AioRequests requests_;
  std::vector<aiocb*> list_;  // added since the last call
};

}  // namespace readmark
