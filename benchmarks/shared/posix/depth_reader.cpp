// The descriptor of a pass with reads in flight.
#include "benchmarks/shared/posix/depth_reader.hpp"

#include "benchmarks/shared/pass.hpp"

namespace readmark {

DepthReader::Trouble DepthReader::open_file(std::uint64_t& file_bytes) noexcept {
  opened_.emplace(Fd::open(path().c_str(), direct() ? direct_open_flag() : 0));
  if (!opened_->is_open()) return {"open", last_errno()};
  if (!opened_->size(file_bytes)) return {"fstat", last_errno()};
  const Trouble trouble = attach(*opened_);
  attached_ = !trouble.error;
  return trouble;
}

DepthReader::Trouble DepthReader::close_file() noexcept {
  Trouble trouble;
  if (attached_) trouble = detach();
  attached_ = false;
  const bool closed = opened_->close();
  return closed || trouble.error ? trouble : Trouble{"close", last_errno()};
}

}  // namespace readmark
